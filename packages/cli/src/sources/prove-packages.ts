import path from 'node:path';
import { inert, type LockedPackage, quoteInert, ToolmarkError } from '@toolmark/core';
import type { Provenance, TrustedRoot } from '@toolmark/core/attestation';
import type { PackagePolicy } from '@toolmark/core/formats';
import type { LockedProvenance, NpmPackage } from '@toolmark/core/package';
import { readFile } from '../files/read-file.ts';
import type { Io } from '../io.ts';
import { findPolicy, type PolicyPlace } from './find-policy.ts';
import type { LocalServer } from './local-package.ts';
import { refusePackage } from './package-policy.ts';
import { readPolicy } from './read-policy.ts';
import { storeContext } from './store-context.ts';

/** The package of a server with what is proven about it. */
export type Prove = (
  server: LocalServer,
  found: LockedPackage,
  locked: LockedPackage | undefined,
) => Promise<LockedPackage>;

/** What the policy says about packages, and the trusted root that it names. */
export interface PackageGrounds {
  readonly policy?: PackagePolicy;
  readonly trustedRoot?: TrustedRoot;
}

/** From the named policy or the one beside the lock. A trusted root of the command line comes before that of the policy. */
export async function packageGrounds(
  place: PolicyPlace & { readonly trustedRoot?: string },
  io: Io,
): Promise<PackageGrounds> {
  const policy = packagePolicy(place, io);
  const root = place.trustedRoot ?? policy?.trustedRoot;
  return { ...(policy && { policy }), ...(root && { trustedRoot: await readTrustedRoot(root, io) }) };
}

/** What the policy says about packages; its trusted root is named from the working folder. */
export function packagePolicy(place: PolicyPlace, io: Io): PackagePolicy | undefined {
  const file = findPolicy(place, io);
  const policy = file === undefined ? undefined : readPolicy(file, io).packages;
  if (file === undefined || policy?.trustedRoot === undefined) return policy;
  const folder = path.dirname(path.resolve(io.cwd, file));
  return { ...policy, trustedRoot: path.resolve(folder, policy.trustedRoot) };
}

async function readTrustedRoot(file: string, io: Io): Promise<TrustedRoot> {
  const { parseTrustedRoot } = await import('@toolmark/core/attestation');
  const bytes = readFile(file, io);
  try {
    return parseTrustedRoot(bytes);
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    throw new ToolmarkError(error.code, `${quoteInert(file)}: ${error.message}`, { cause: error });
  }
}

/** For `lock`: records provenance, and refuses what the policy does not allow or what could no longer be verified. */
export function proveToLock(grounds: PackageGrounds, io: Io): Prove {
  return async (server, found, locked) => {
    refuseUnverifiable(server, found, locked, grounds);
    const proven = await withProvenance(server, found, grounds, io);
    await refusePackage(server, proven, grounds.policy);
    return proven;
  };
}

/** For `check`: without a trusted root nothing is known about provenance, and nothing is claimed about it. */
export function proveToCheck(grounds: PackageGrounds, io: Io): Prove {
  return async (server, found, locked) => {
    if (grounds.trustedRoot !== undefined) return withProvenance(server, found, grounds, io);
    const { provenance } = locked?.type === 'npm' ? locked : {};
    return found.type === 'npm' && provenance !== undefined ? { ...found, provenance } : found;
  };
}

async function withProvenance(
  { source }: LocalServer,
  found: LockedPackage,
  { trustedRoot }: PackageGrounds,
  io: Io,
): Promise<LockedPackage> {
  // A version that is kept was proven when it was locked.
  if (found.type !== 'npm' || found.provenance !== undefined || trustedRoot === undefined) return found;
  const { fetchAttestations } = await import('@toolmark/store');
  const bundles = await fetchAttestations(found.name, found.version, storeContext(source, io));
  if (bundles === undefined) return found;
  const provenance = await judge(found, bundles, trustedRoot, io);
  return provenance === undefined ? found : { ...found, provenance };
}

/** What proves nothing, and does not look like an attack either. */
const NOTHING_PROVEN = new Set(['provenance.missing', 'provenance.unknown-builder']);

/** Provenance that is offered and wrong is an error, also where none is required. */
async function judge(
  found: NpmPackage,
  bundles: Uint8Array,
  trustedRoot: TrustedRoot,
  { now }: Io,
): Promise<LockedProvenance | undefined> {
  const { judgeProvenance } = await import('@toolmark/core/attestation');
  const verdict = await judgeProvenance({ bundles, package: found, trustedRoot, now });
  if (verdict.outcome === 'verified') return lockedProvenance(verdict.provenance);
  if (NOTHING_PROVEN.has(verdict.code)) return undefined;
  throw new ToolmarkError(verdict.code, `${inert(found.name)}@${inert(found.version)}: ${verdict.message}`);
}

/** What stays the same from version to version. */
function lockedProvenance(provenance: Provenance): LockedProvenance {
  const { repository, workflow, issuer, repositoryId, ownerId } = provenance;
  const ids = { ...(repositoryId && { repositoryId }), ...(ownerId && { ownerId }) };
  // GitLab numbers its runners, and any of them may build the next version.
  const builder = provenance.builder.replace(/(\/-\/runners)\/\d+$/, '$1');
  return { repository, workflow, builder, issuer, ...ids };
}

function refuseUnverifiable(
  { key }: LocalServer,
  found: LockedPackage,
  locked: LockedPackage | undefined,
  { policy, trustedRoot }: PackageGrounds,
): void {
  if (found.type !== 'npm' || found.provenance !== undefined || trustedRoot !== undefined) return;
  const { from, requireProvenance = from !== undefined } = policy ?? {};
  const isLost = locked?.type === 'npm' && locked.provenance !== undefined;
  if (!requireProvenance && !isLost) return;
  const message = `The provenance of ${quoteInert(key)} cannot be verified without a trusted root.`;
  const next = 'Pass --trusted-root FILE, or set "packages.trustedRoot" in the policy.';
  throw new ToolmarkError('provenance.no-trusted-root', `${message} ${next}`);
}
