import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NpmRegistry } from '../../fakes/npm-registry.ts';
import { type NpmUser, npmUser } from '../../fakes/npm-user.ts';
import { type Outcome, runToolmark } from '../../run-toolmark.ts';
import { publishCompromised, publishGreeting, publishServer } from './published-server.ts';

const NPX = ['--', 'npx', '-y', '@acme/greeter'];
let registry: NpmRegistry;
let user: NpmUser;
/** Left by the new version as soon as any of it runs. */
let marker: string;

beforeAll(async () => {
  registry = await NpmRegistry.start();
  user = npmUser(registry);
  marker = path.join(user.home, 'ran');
  publishGreeting(registry, '1.0.0', 'hello');
  publishServer(registry, '1.0.0');
  for (const name of ['ada', 'eve']) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    writeFileSync(at(`${name}.key`), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(at(`${name}.pem`), publicKey.export({ type: 'spki', format: 'pem' }));
  }
  await toolmark('lock', '--publisher', 'ada.pem', ...NPX);
  publishCompromised(registry, '1.0.1', marker);
  publishServer(registry, '2.0.0', { description: 'Greets politely.' });
  for (const name of ['ada', 'eve']) {
    const of = ['--package', '@acme/greeter@2.0.0', '--key', `${name}.key`, '-o', `${name}.json`];
    const { exit, stderr } = await toolmark('attest', ...of);
    expect(exit, stderr).toBe(0);
  }
  writeFileSync(at('deny.yaml'), 'version: 1\nupdates: deny\n');
}, 60_000);
afterAll(() => registry.stop());
beforeEach(() => rmSync(marker, { force: true }));

const at = (file: string): string => path.join(user.context.cwd, file);

function toolmark(...args: string[]): Promise<Outcome> {
  const { cwd, env, store } = user.context;
  return runToolmark(args, { cwd, home: user.home, env: { ...env, TOOLMARK_STORE: store } });
}

const locked = () => JSON.parse(readFileSync(at('toolmark.lock.json'), 'utf8')).servers.default;

test.each([
  ['without an attestation', []],
  ['with the attestation of another', ['--attestation', 'eve.json']],
  ['under a policy that denies updates', ['--attestation', 'ada.json', '--policy', 'deny.yaml']],
])('nothing of a new version runs %s', async (_, args) => {
  const { exit, stdout } = await toolmark('check', ...args, ...NPX);
  expect(exit).toBe(1);
  expect(stdout).toContain('package version changed: 1.0.0 → 2.0.0');
  expect(existsSync(marker)).toBe(false);
});

test('a new version that the publisher attested is started and compared', async () => {
  const { stdout } = await toolmark('check', '--format', 'json', '--attestation', 'ada.json', ...NPX);
  const [server] = JSON.parse(stdout).servers;
  expect(server.status, stdout).toBe('signed_update');
  expect(server.drift[0].after).toMatchObject({ version: '2.0.0', package: 'pkg:npm/%40acme/greeter@2.0.0' });
  expect(existsSync(marker)).toBe(true);
});

test('lock --accept-updates stays with the locked version without an attestation', async () => {
  const { exit, stdout } = await toolmark('lock', '--accept-updates', ...NPX);
  expect(exit, stdout).toBe(0);
  expect(locked().package.version).toBe('1.0.0');
  expect(existsSync(marker)).toBe(false);
});

test('lock --accept-updates moves to the version that the publisher attested', async () => {
  const { exit, stdout, stderr } = await toolmark('lock', '--accept-updates', '--attestation', 'ada.json', ...NPX);
  expect(exit, stdout + stderr).toBe(0);
  expect(locked()).toMatchObject({ package: { version: '2.0.0' }, attested: { version: '2.0.0' } });
});
