import { execFileSync } from 'node:child_process';
import { verify as cryptoVerify, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jcs, type LockedPackage, type McpTool, parseLock, pin, readJson, type Snapshot } from '@toolmark/core';
import {
  attestationStatement,
  type BundleTrust,
  digestsOfSnapshot,
  keyHint,
  packageSubjects,
  signPayload,
  toBundle,
  verifyBundle,
} from '@toolmark/core/attestation';
import { alternate, atMost, atSpeed, medians, type Ratio } from './measure.ts';
import { sampleList } from './sample.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const TOOLMARK = path.join(ROOT, 'packages/cli/bin/toolmark.js');
const NOW = new Date('2026-11-15T12:00:00Z');

/** What it costs to know who signed a server. */
export async function attestationRatios(): Promise<Ratio[]> {
  return [await verifyRatio('ed25519', 'Ed25519'), await verifyRatio('ec', 'P-256'), checkRatio()];
}

interface Signer {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

function signerOf(type: 'ed25519' | 'ec'): Signer {
  return type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

const IMAGE: LockedPackage = {
  type: 'oci',
  name: 'docker.io/acme/invoices',
  version: '1.0.0',
  integrity: `sha256:${'0'.repeat(64)}`,
  purl: 'pkg:oci/invoices',
};

/** Bare: read the bundle and its statement, write the statement, one `crypto.verify` with a key that was parsed before. */
async function verifyRatio(type: 'ed25519' | 'ec', name: string): Promise<Ratio> {
  const signer = signerOf(type);
  const bytes = attest(signer, IMAGE, toolsOf('1.0.0'));
  const trust: BundleTrust = { type: 'keys', keys: [{ key: signer.publicKey }] };
  const { outcome } = await verifyBundle(bytes, trust, { now: NOW });
  if (outcome !== 'trusted' || !bareVerify(bytes, signer.publicKey))
    throw new Error(`The bundle of the bench is ${outcome}.`);
  const [ours, floor] = await alternate(
    () => verifyBundle(bytes, trust, { now: NOW }),
    async () => bareVerify(bytes, signer.publicKey),
  );
  return atSpeed(
    0.8,
    `bundle of 100 tools with a pinned key, ${name}, against bare crypto.verify and JCS`,
    ours,
    floor,
  );
}

interface Envelope {
  readonly dsseEnvelope: { readonly payload: string; readonly signatures: readonly [{ readonly sig: string }] };
}

function bareVerify(bytes: Uint8Array, key: KeyObject): boolean {
  const { dsseEnvelope } = readJson(bytes) as unknown as Envelope;
  const payload = jcs(readJson(Buffer.from(dsseEnvelope.payload, 'base64')));
  const head = `DSSEv1 28 application/vnd.in-toto+json ${Buffer.byteLength(payload)} `;
  const signature = Buffer.from(dsseEnvelope.signatures[0].sig, 'base64');
  const hash = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  return cryptoVerify(hash, Buffer.from(head + payload), key, signature);
}

/** The same server in both: once as locked, once with half of its descriptions rewritten and attested by its author. */
function checkRatio(): Ratio {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmark-bench-'));
  try {
    const author = signerOf('ed25519');
    const [same, updated] = ['same', 'updated'].map(name => lockedServer(path.join(folder, name), author));
    if (same === undefined || updated === undefined) throw new Error('Nothing was locked.');
    release(updated, '2.0.0', author);
    const { outcome } = JSON.parse(toolmark(updated, 'check', '--policy', 'policy.yaml', '--format', 'json'));
    if (outcome !== 'signed_update') throw new Error(`The update of the bench is ${outcome}.`);
    const [ours = 0, floor = 0] = medians([() => check(updated), () => check(same)]);
    return atMost(1.3, 'check of a server of 100 tools with a signed update against one without', ours, floor);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function lockedServer(cwd: string, author: Signer): string {
  mkdirSync(cwd);
  const write = (file: string, text: string | Buffer): void => writeFileSync(path.join(cwd, file), text);
  copyFileSync(path.join(ROOT, 'test/scenarios/servers/versioned.js'), path.join(cwd, 'server.js'));
  write('package.json', '{"type":"module"}');
  write('policy.yaml', 'version: 1\nupdates: allow\n');
  write('author.pem', author.publicKey.export({ type: 'spki', format: 'pem' }));
  write('state.json', JSON.stringify({ version: '1.0.0', tools: toolsOf('1.0.0') }));
  toolmark(cwd, 'lock', '--publisher', 'author.pem');
  release(cwd, '1.0.0', author);
  return cwd;
}

/** The server shows this version, with its attestation beside it. Its code stays as it is. */
function release(cwd: string, version: string, author: Signer): void {
  const locked = parseLock(readFileSync(path.join(cwd, 'toolmark.lock.json'))).servers.get('default')?.package;
  if (locked === undefined) throw new Error('The server was locked without its code.');
  const tools = toolsOf(version);
  writeFileSync(path.join(cwd, 'toolmark.attestation.json'), attest(author, locked, tools, version));
  writeFileSync(path.join(cwd, 'state.json'), JSON.stringify({ version, tools }));
}

const check = (cwd: string): string => toolmark(cwd, 'check', '--policy', 'policy.yaml');

function toolmark(cwd: string, command: string, ...options: readonly string[]): string {
  const args = [TOOLMARK, command, ...options, '--', process.execPath, 'server.js', 'state.json'];
  const env = { ...process.env, HOME: cwd, XDG_CACHE_HOME: cwd };
  return execFileSync(process.execPath, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function toolsOf(version: string): readonly McpTool[] {
  const { tools } = sampleList(200_000) as { tools: readonly McpTool[] };
  return tools
    .slice(0, 100)
    .map((tool, index) => (index % 2 === 0 ? { ...tool, description: `${tool.description} (${version})` } : tool));
}

function attest(signer: Signer, of: LockedPackage, tools: readonly McpTool[], version = '1.0.0'): Uint8Array {
  const serverInfo = { name: 'versioned', version };
  const snapshot = { serverInfo, tools, prompts: [], resources: [], templates: [] } as unknown as Snapshot;
  if (of.type === 'unpinned') throw new Error(of.reason);
  const payload = attestationStatement({
    subject: packageSubjects(of, pin(snapshot).surfaceDigest),
    surface: digestsOfSnapshot(snapshot),
    completeness: 'exact',
    serverInfo,
    launch: { args: [], env: [] },
    observedAt: NOW.toISOString(),
    generator: 'bench 1',
  });
  return toBundle({ payload, signature: signPayload(payload, signer.privateKey), hint: keyHint(signer.publicKey) });
}
