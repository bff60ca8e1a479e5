import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { type Digest, parseCertificates, toolDigest } from '@toolmark/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeRegistry, listAt } from '../fakes/fake-registry.ts';
import { issue, toPem } from '../pki.ts';
import { runToolmark } from '../run-toolmark.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type Connected, connectTo, guardCommand } from './guarded-client.ts';

const SERVER = [process.execPath, path.resolve(import.meta.dirname, 'servers/from-file.js'), 'shown.json'];
const READ = { name: 'read_file', description: 'Reads a file.', inputSchema: { type: 'object' } };
const LIST = { name: 'list_files', description: 'Lists files.', inputSchema: { type: 'object' } };
const KEYS = generateKeyPairSync('ed25519');
const SIGNER = { key: KEYS.privateKey, publicKey: KEYS.publicKey };

let cwd: string;
let registry: FakeRegistry;
let url: string;
let open: Connected[];
beforeEach(async () => {
  cwd = temporaryFolder();
  registry = new FakeRegistry();
  url = await registry.open();
  open = [];
  writeFileSync(path.join(cwd, 'shown.json'), JSON.stringify({ tools: [READ, LIST] }));
  writeFileSync(path.join(cwd, 'key.pem'), KEYS.publicKey.export({ type: 'spki', format: 'pem' }));
  const { exit, stderr } = await runToolmark(['lock', '--yes', '--', ...SERVER], { cwd });
  expect(exit, stderr).toBe(0);
});
afterEach(async () => {
  await Promise.all(open.map(({ client }) => client.close()));
  await registry.close();
});

/** A list of this moment: the command has no other clock than the machine's. */
function publish(...digests: Digest[]): void {
  registry.serve(listAt(new Date(Date.now() - 1000).toISOString(), digests, SIGNER));
}

async function connect(...options: string[]): Promise<Connected> {
  const guard = guardCommand('--registry', url, '--registry-key', 'key.pem', ...options, '--', ...SERVER);
  const connected = await connectTo(['env', `XDG_CACHE_HOME=${cwd}/cache`, ...guard], cwd);
  open.push(connected);
  return connected;
}

function guard(...options: string[]): ReturnType<typeof runToolmark> {
  const env = { ...process.env, XDG_CACHE_HOME: 'relative' };
  const streams = () => ({ input: Readable.from([]), output: new PassThrough() });
  return runToolmark(['guard', ...options, '--', ...SERVER], { cwd, env, streams });
}

describe('toolmark guard --registry', () => {
  test('denies a tool under an advisory, also when the registry has gone, and passes the others', async () => {
    publish(toolDigest(READ));
    const { client } = await connect();
    const refused = await client.callTool({ name: 'read_file' });
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('[guard.advisory]') }] });
    expect(await client.callTool({ name: 'list_files' })).toMatchObject({ content: [{ text: 'called list_files' }] });

    registry.fail();
    const later = await connect();
    expect(await later.client.callTool({ name: 'read_file' })).toMatchObject({ isError: true });
    expect(await later.client.callTool({ name: 'list_files' })).not.toMatchObject({ isError: true });
    expect(later.stderr()).toContain('[advisories.unreachable]');
  });

  test('with --registry-optional starts without any list, and warns', async () => {
    const { client, stderr } = await connect('--registry-optional');
    expect(await client.callTool({ name: 'read_file' })).toMatchObject({ content: [{ text: 'called read_file' }] });
    expect(stderr()).toContain('WARNING: no advisories available.');
  });

  test.each<[string, string[], string]>([
    [
      'the registry cannot be asked',
      ['--registry', 'URL', '--registry-key', 'key.pem'],
      'guard.advisories-unavailable',
    ],
    ['there is no key', ['--registry', 'URL'], 'usage.registry-key'],
    ['there is a key and no registry', ['--registry-key', 'key.pem'], 'usage.registry'],
    ['there is no registry to do without', ['--registry-optional'], 'usage.registry'],
    ['the key is not there', ['--registry', 'URL', '--registry-key', 'none.pem'], 'input.unreadable'],
    ['the key file is not a key', ['--registry', 'URL', '--registry-key', 'shown.json'], 'certificate.malformed'],
    ['the key is private', ['--registry', 'URL', '--registry-key', 'private.pem'], 'key.malformed'],
    ['the key is cut short', ['--registry', 'URL', '--registry-key', 'short.pem'], 'key.malformed'],
    ['the key is of another kind', ['--registry', 'URL', '--registry-key', 'rsa.pem'], 'advisories.key-unsupported'],
    [
      'the address is not safe',
      ['--registry', 'http://registry.example', '--registry-key', 'key.pem'],
      'advisories.bad-address',
    ],
  ])('does not start when %s', async (_, options, code) => {
    const pem = KEYS.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
    writeFileSync(path.join(cwd, 'private.pem'), KEYS.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(path.join(cwd, 'short.pem'), pem.slice(0, -10));
    writeFileSync(path.join(cwd, 'rsa.pem'), rsa.export({ type: 'spki', format: 'pem' }));
    const { exit, stderr } = await guard(...options.map(word => (word === 'URL' ? url : word)));
    expect([exit, stderr]).toEqual([2, expect.stringContaining(`[${code}]`)]);
  });

  test('takes the key of a certificate, and remembers the list in the home of the user', async () => {
    const { certificate, key } = await issue({ name: 'CN=Registry', key: 'ec-p256' });
    const [{ publicKey } = SIGNER] = parseCertificates(certificate);
    registry.serve(listAt(new Date(Date.now() - 1000).toISOString(), [], { key, publicKey }));
    writeFileSync(path.join(cwd, 'registry.crt'), toPem(certificate));
    const { exit, stderr } = await guard('--registry', url, '--registry-key', 'registry.crt');
    expect([exit, stderr]).toEqual([0, expect.stringMatching(/^toolmark guard: No policy file found.*\n$/)]);
    const [file = ''] = readdirSync(path.join(cwd, '.cache', 'toolmark'));
    expect(file).toMatch(/^advisories-[0-9a-f]{64}\.json$/);
  });

  test('does not take the key of a certificate that is no longer valid', async () => {
    const { certificate } = await issue({ name: 'CN=Registry', notAfter: '2026-11-01T00:00:00Z' });
    writeFileSync(path.join(cwd, 'registry.crt'), toPem(certificate));
    const { exit, stderr } = await guard('--registry', url, '--registry-key', 'registry.crt');
    expect([exit, stderr]).toEqual([2, expect.stringContaining('is not valid now')]);
    expect(registry.asked).toEqual([]);
  });
});
