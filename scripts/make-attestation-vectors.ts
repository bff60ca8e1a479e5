import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatLock, type LockedPackage, parseSnapshot, pin, type Snapshot } from '@toolmark/core';
import {
  attestationStatement,
  digestsOfSnapshot,
  judgeUpdate,
  keyHint,
  packageSubjects,
  parseTrustedRoot,
  type SeenVersion,
  type SurfaceAttestation,
  signPayload,
  surfaceSubject,
  toBundle,
} from '@toolmark/core/attestation';
import type { LockedPublisher } from '@toolmark/core/lock';
import type { NpmPackage } from '@toolmark/core/package';
import { createFakeSigstore, GITHUB_ISSUER, jsonBytes, type Message } from '../test/fakes/sigstore.ts';

/**
 * Writes test/vectors/attestation.json with new keys that are discarded afterwards: the file holds public material only.
 * Run it by hand when the format changes: `npx tsx --conditions=toolmark-source scripts/make-attestation-vectors.ts`.
 */
const FILE = path.resolve(import.meta.dirname, '../test/vectors/attestation.json');

const WORKFLOW = 'https://github.com/acme/weather/.github/workflows/release.yml';
const TREE = `sha256:${'a'.repeat(64)}` as const;

function npm(version: string, changes: Partial<NpmPackage> = {}): NpmPackage {
  const integrity = `sha512-${createHash('sha512').update(version).digest('base64')}`;
  const purl = `pkg:npm/%40acme/weather@${version}`;
  const fixed = { type: 'npm', name: '@acme/weather', spec: 'latest', bin: 'weather', tree: TREE } as const;
  return { ...fixed, version, integrity, purl, ...changes };
}

const REMOTE: LockedPackage = { type: 'remote', name: 'https://mcp.acme.example/mcp' };

function snapshot(description: string, version = '1.0.0'): Snapshot {
  return parseSnapshot({
    serverInfo: { name: 'weather', version },
    instructions: 'Ask for one city at a time.',
    tools: [{ name: 'get_forecast', description, inputSchema: { type: 'object' } }],
    prompts: [],
    resources: [],
    templates: [],
  });
}

const [V1, V2] = [snapshot('Shows the weather of today.'), snapshot('Shows the weather of ten days.', '2.0.0')];

function statementOf(pkg: LockedPackage, shown: Snapshot, changes: Partial<SurfaceAttestation> = {}): Uint8Array {
  return attestationStatement({
    subject: packageSubjects(pkg, pin(shown).surfaceDigest),
    surface: digestsOfSnapshot(shown),
    ...('tree' in pkg ? { packages: pkg.tree, launch: { bin: pkg.bin, args: [], env: [] } } : {}),
    completeness: 'exact',
    serverInfo: shown.serverInfo ?? {},
    protocolVersion: '2025-11-25',
    observedAt: '2026-11-18T12:00:00Z',
    generator: 'toolmark 0.1.0',
    ...changes,
  });
}

const ada = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const sigstore = await createFakeSigstore();
const job = await sigstore.issue({ subject: `${WORKFLOW}@refs/tags/v2.0.0` });
const spki = ada.publicKey.export({ type: 'spki', format: 'der' });
const KEY: LockedPublisher = {
  ...{ type: 'key', sha256: createHash('sha256').update(spki).digest('hex') },
  spki: spki.toString('base64'),
};
const IDENTITY: LockedPublisher = { type: 'identity', issuer: GITHUB_ISSUER, subject: `${WORKFLOW}@refs/tags/*` };

interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

function byKey(payload: Uint8Array, { publicKey, privateKey }: Pair = ada): string {
  return textOf(toBundle({ payload, signature: signPayload(payload, privateKey), hint: keyHint(publicKey) }));
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function changed(bundle: string, change: (copy: Message) => unknown): string {
  const copy: Message = JSON.parse(bundle);
  change(copy);
  return JSON.stringify(copy);
}

const good = statementOf(npm('2.0.0'), V2);
const inside = [surfaceSubject(npm('2.0.0'), pin(V2).surfaceDigest)];

interface Case {
  readonly name: string;
  readonly bundles: readonly string[];
  readonly publisher?: LockedPublisher;
  readonly locked?: LockedPackage;
  readonly package?: LockedPackage;
  readonly live?: Snapshot;
  readonly seen?: SeenVersion;
}

const remote = { locked: REMOTE, package: REMOTE };
const CASES: readonly Case[] = [
  { name: 'a key', bundles: [byKey(good)] },
  {
    name: 'a Sigstore identity',
    bundles: [JSON.stringify(await sigstore.sign(good, job, { log: 'dsse' }))],
    publisher: IDENTITY,
  },
  { name: 'a remote server', bundles: [byKey(statementOf(REMOTE, V2))], ...remote },
  { name: 'a bundle inside the package', bundles: [byKey(statementOf(npm('2.0.0'), V2, { subject: inside }))] },
  { name: 'other dependencies', bundles: [byKey(good)], package: npm('2.0.0', { tree: `sha256:${'b'.repeat(64)}` }) },
  { name: 'a second bundle', bundles: [byKey(good, stranger), byKey(good)] },
  { name: 'another signer', bundles: [byKey(good, stranger)] },
  { name: 'another payload type', bundles: [changed(byKey(good), copy => (copy.dsseEnvelope.payloadType = 'x'))] },
  {
    name: 'two signatures',
    bundles: [changed(byKey(good), ({ dsseEnvelope: { signatures } }) => signatures.push(signatures[0]))],
  },
  {
    name: 'a look-alike identity',
    bundles: [
      JSON.stringify(await sigstore.sign(good, await sigstore.issue({ subject: `${WORKFLOW}x@refs/tags/v2.0.0` }))),
    ],
    publisher: IDENTITY,
  },
  { name: 'one description that differs', bundles: [byKey(statementOf(npm('2.0.0'), V1))] },
  { name: 'another package', bundles: [byKey(statementOf(npm('2.0.1'), V2))] },
  { name: 'an older version', bundles: [byKey(statementOf(npm('0.9.0'), V2))], package: npm('0.9.0') },
  { name: 'an older version than seen', bundles: [byKey(good)], seen: { version: '2.0.1' } },
  { name: 'a known version with other content', bundles: [byKey(good)], seen: { version: '2.0.0', digest: TREE } },
  { name: 'no bundle', bundles: [] },
];

const updates = [];
for (const one of CASES) {
  const { name, bundles, publisher = KEY, live = V2, seen } = one;
  const { locked = npm('1.0.0'), package: livePackage = npm('2.0.0') } = one;
  const entry = pin(V1, { package: locked, publisher });
  const judgement = await judgeUpdate({
    ...{ locked: entry, live, livePackage, now: sigstore.now },
    bundles: bundles.map(text => new TextEncoder().encode(text)),
    trust: { root: parseTrustedRoot(jsonBytes(sigstore.root)) },
    ...(seen === undefined ? {} : { newestSeen: seen }),
  });
  const lock = formatLock({ lockfileVersion: 2, servers: new Map([['weather', entry]]) });
  updates.push({
    ...{ name, lock, snapshot: live, package: livePackage, newest_seen: seen ?? null, bundles },
    ...{ outcome: judgement.outcome, codes: judgement.findings.map(({ code }) => code) },
    ...('version' in judgement ? { version: judgement.version } : {}),
    ...('covers' in judgement ? { bundle: judgement.bundle, covers: judgement.covers } : {}),
  });
}

const PACKAGES: readonly (readonly [name: string, pkg: LockedPackage])[] = [
  ['an npm package', npm('1.0.0')],
  ['an image', { type: 'oci', name: 'ghcr.io/acme/w', integrity: TREE, purl: '' }],
  ['an MCPB bundle', { type: 'mcpb', name: 'Weather', version: '1.0.0', integrity: TREE }],
  ['local files', { type: 'path', name: 'server.js', integrity: TREE }],
  ['a remote server', REMOTE],
];
const statements = PACKAGES.map(([name, pkg]) => ({
  ...{ name, package: pkg, snapshot: V1, statement: textOf(statementOf(pkg, V1)) },
}));

const vectors = {
  description: 'Attestations of servers (docs/spec/attestation.md). All keys were discarded.',
  verification_time: sigstore.now.toISOString(),
  trusted_root: JSON.stringify(sigstore.root),
  statements,
  updates,
};
writeFileSync(FILE, `${JSON.stringify(vectors, null, 1)}\n`);
