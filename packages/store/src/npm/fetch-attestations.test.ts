import { afterEach, beforeEach, expect, test } from 'vitest';
import { NpmRegistry } from '../../../../test/fakes/npm-registry.ts';
import { npmUser } from '../../../../test/fakes/npm-user.ts';
import { rejectionOf } from '../../../../test/refusal.ts';
import { fetchAttestations } from './fetch-attestations.ts';

let registry: NpmRegistry;
let isStopped: boolean;
beforeEach(async () => {
  registry = await NpmRegistry.start();
  isStopped = false;
});
afterEach(async () => {
  if (!isStopped) await registry.stop();
});

const ask = (name: string, npmrc: string[] = []) => fetchAttestations(name, '1.0.0', npmUser(registry, npmrc).context);

test('returns what the registry offers, byte for byte', async () => {
  registry.attestations.set('weather@1.0.0', '{"attestations": [ ]}');
  expect(new TextDecoder().decode(await ask('weather'))).toBe('{"attestations": [ ]}');
});

test('asks the registry of a scope', async () => {
  const other = await NpmRegistry.start();
  other.attestations.set('@acme/weather@1.0.0', '{}');
  expect(await ask('@acme/weather', [`@acme:registry=${other.url}`])).toHaveLength(2);
  expect(registry.requests).toEqual([]);
  await other.stop();
});

test('returns nothing if the registry offers nothing', async () => {
  expect(await ask('weather')).toBeUndefined();
});

test('sends no token', async () => {
  registry.token = 'npm_secret';
  const { host } = new URL(registry.url);
  const error = await rejectionOf(ask('weather', [`//${host}/:_authToken=npm_secret`]));
  expect(error.code).toBe('package.unauthorized');
  expect(error.message).not.toContain('npm_secret');
});

test.each<[string, () => unknown, string]>([
  [
    'cannot be reached',
    async () => {
      await registry.stop();
      isStopped = true;
    },
    'package.offline',
  ],
  [
    'fails',
    () => {
      registry.intercept = (_, response) => {
        response.writeHead(500).end();
        return true;
      };
    },
    'package.offline',
  ],
  [
    'redirects',
    () => {
      registry.intercept = (_, response) => {
        response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
        return true;
      };
    },
    'package.offline',
  ],
  [
    'floods',
    () => {
      registry.intercept = (_, response) => {
        response.end('x'.repeat(2 * 1024 * 1024));
        return true;
      };
    },
    'package.resolver-failed',
  ],
])('a registry that %s is an error, and not a package without attestations', async (_, prepare, code) => {
  await prepare();
  expect((await rejectionOf(ask('weather'))).code).toBe(code);
});
