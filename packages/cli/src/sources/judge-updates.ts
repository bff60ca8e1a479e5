import path from 'node:path';
import {
  type Json,
  type JsonObject,
  jcs,
  type LockedPackage,
  type LockedServer,
  parseRevocations,
  parseTrust,
  pin,
  ToolmarkError,
} from '@toolmark/core';
import {
  judgeUpdate,
  type PublisherTrust,
  parseStatement,
  parseSurfacePredicate,
  parseTrustedRoot,
  readBundle,
  verifyBundle,
} from '@toolmark/core/attestation';
import type { LockedPublisher, SeenServer, UpdateJudgement } from '@toolmark/core/lock';
import { type PackageTree, purlOf } from '@toolmark/core/package';
import { readFile } from '../files/read-file.ts';
import { recallVersion, rememberVersion, type WatchedEntry } from '../files/seen-versions.ts';
import type { Io } from '../io.ts';
import { type BundlePlaces, findBundles } from './find-bundles.ts';
import { openClient } from './open-client.ts';

/** Where attestations are looked for, and what they are verified with. The lock says whom they must be from. */
export interface UpdateOptions {
  readonly attestation: readonly string[];
  readonly registry?: string;
  readonly trustedRoot?: string;
  readonly crl: readonly string[];
  readonly revoked: readonly string[];
}

/** A server as it is now, beside its entry. */
export interface LiveServer {
  readonly key: string;
  readonly locked: LockedServer;
  readonly live: SeenServer;
  readonly package: LockedPackage | null;
  readonly tree?: PackageTree;
  /** What the server brings along. */
  readonly attestation?: Json;
  /** The root of its package. */
  readonly folder?: string;
}

const MAX_BYTES = 4 * 1024 * 1024;

/** Judges servers by the attestations of their locked publishers. Loaded only where a lock names one. */
export class UpdateJudge {
  private readonly places: Pick<BundlePlaces, 'files' | 'registry'>;
  private readonly trust: PublisherTrust;
  private readonly io: Io;

  constructor(options: UpdateOptions, io: Io) {
    const { attestation: files, registry } = options;
    this.io = io;
    this.places = {
      files: files.map(file => path.resolve(io.cwd, file)),
      ...(registry === undefined ? {} : { registry: openClient({ registry, format: 'text' }, io) }),
    };
    this.trust = trustOf(options, io);
  }

  async judge(server: LiveServer): Promise<UpdateJudgement> {
    return this.judgeBy(server, await this.find(server));
  }

  /**
   * Whether code that was not started yet may be started to see what it shows: the publisher attested exactly these bytes,
   * this program and these dependencies, and they are not a rollback.
   */
  async mayStart(server: Omit<LiveServer, 'live'>): Promise<boolean> {
    const { locked, package: now } = server;
    // No list is a part of every surface: what the server shows is judged once it runs.
    const entry: LockedServer = { ...locked, allow: 'subset' };
    for (const bundle of await this.find({ ...server, live: SILENT })) {
      const live = { ...SILENT, ...textIn(bundle) };
      const judgement = await this.judgeBy({ ...server, locked: entry, live }, [bundle]);
      if (judgement.outcome !== 'signed_update') continue;
      const { covers } = judgement;
      const isSameProgram = binOf(locked.package) === binOf(now) || covers.program;
      const isSameTree = treeOf(locked.package) === treeOf(now) || covers.dependencies;
      if (covers.package && isSameProgram && isSameTree) return true;
    }
    return false;
  }

  /** The signer of the first bundle that proves what a server is now. Plain keys are not in bundles. */
  async findPublisher(server: LiveServer): Promise<LockedPublisher | undefined> {
    const bundles = await this.find(server);
    for (const bundle of bundles) {
      const publisher = await this.signerOf(bundle);
      if (publisher === undefined) continue;
      const locked = { ...server.locked, publisher };
      const { outcome } = await this.judgeBy({ ...server, locked }, [bundle]);
      if (outcome === 'signed_update') return publisher;
    }
    return undefined;
  }

  private async signerOf(bundle: Uint8Array): Promise<LockedPublisher | undefined> {
    const { root } = this.trust;
    const { now } = this.io;
    const trust =
      root === undefined
        ? ({ type: 'certificates', trust: NO_TRUST } as const)
        : ({ type: 'sigstore', root, identities: [] } as const);
    const { signer } = await verifyBundle(bundle, trust, { now });
    if (signer?.type === 'sigstore') return { type: 'identity', issuer: signer.issuer, subject: signer.subject };
    if (signer?.type === 'certificate') return { type: 'certificate', sha256: digitsOf(signer.fingerprint) };
    if (root === undefined) return undefined;
    const { signer: plain } = await verifyBundle(bundle, { type: 'certificates', trust: NO_TRUST }, { now });
    return plain?.type === 'certificate' ? { type: 'certificate', sha256: digitsOf(plain.fingerprint) } : undefined;
  }

  private find({ live, package: now, attestation, folder }: LiveServer): Promise<Uint8Array[]> {
    const isShown = live.tools.length + live.prompts.length + live.resources.length + live.templates.length > 0;
    return findBundles(
      {
        ...this.places,
        ...(attestation === undefined ? {} : { attestation }),
        ...(folder === undefined ? {} : { folder }),
        ...(isShown ? { surface: pin(live).surfaceDigest } : {}),
        ...(now === null || now.type === 'unpinned' || now.type === 'path' ? {} : { package: askedName(now) }),
      },
      this.io,
    );
  }

  private async judgeBy(server: LiveServer, bundles: readonly Uint8Array[]): Promise<UpdateJudgement> {
    const { locked, live, package: livePackage, tree: liveTree } = server;
    const entry = watched(server);
    const newestSeen = entry && recallVersion(entry, this.io);
    const judgement = await judgeUpdate({
      ...{ locked, live, livePackage, bundles, trust: this.trust, now: this.io.now },
      ...(liveTree === undefined ? {} : { liveTree }),
      ...(newestSeen === undefined ? {} : { newestSeen }),
    });
    // A user of the locked code has not seen anything newer.
    if (entry !== undefined && judgement.outcome === 'signed_update' && !isLockedCode(server)) {
      const { version, digest, bundle } = judgement;
      rememberVersion(entry, { version, digest, bundle }, this.io);
    }
    return judgement;
  }
}

const NO_TRUST = parseTrust({ roots: [], intermediates: [], crls: [], revocations: [] });

function watched({ key, locked: { publisher, package: of } }: LiveServer): WatchedEntry | undefined {
  return publisher === undefined || of === undefined || of.type === 'unpinned'
    ? undefined
    : { key, publisher, package: of };
}

function isLockedCode({ locked: { package: before }, package: now }: LiveServer): boolean {
  if (before === undefined || now === null || now.type === 'remote') return false;
  return jcs({ ...before } as JsonObject) === jcs({ ...now } as JsonObject);
}

function trustOf({ trustedRoot, crl, revoked }: UpdateOptions, io: Io): PublisherTrust {
  const read = (file: string): Uint8Array => readFile(file, io, MAX_BYTES);
  const revocations = revoked.map(read).flatMap(parseRevocations);
  return {
    ...(trustedRoot === undefined ? {} : { root: parseTrustedRoot(read(trustedRoot)) }),
    certificates: parseTrust({ roots: [], intermediates: [], crls: crl.map(read), revocations: [] }),
    revocations,
  };
}

const SILENT: SeenServer = { tools: [], prompts: [], resources: [], templates: [] };

/** The instructions that a bundle speaks of. Nothing in it is verified yet. */
function textIn(bundle: Uint8Array): Pick<SeenServer, 'instructions'> {
  try {
    const { instructions } = parseSurfacePredicate(parseStatement(readBundle(bundle).payload)).surface;
    return instructions === undefined ? {} : { instructions };
  } catch (error) {
    if (error instanceof ToolmarkError) return {};
    throw error;
  }
}

/** How a registry knows a package. */
function askedName(of: Exclude<LockedPackage, { readonly type: 'unpinned' | 'path' }>): string {
  return of.type === 'remote' ? of.name : purlOf(of);
}

function binOf(of: LockedPackage | null | undefined): string | undefined {
  return of && 'bin' in of ? of.bin : undefined;
}

function treeOf(of: LockedPackage | null | undefined): string | undefined {
  return of && 'tree' in of ? of.tree : undefined;
}

function digitsOf(digest: string): string {
  return digest.slice('sha256:'.length);
}
