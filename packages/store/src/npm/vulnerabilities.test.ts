import { afterEach, beforeEach, expect, test } from 'vitest';
import { NpmRegistry } from '../../../../test/fakes/npm-registry.ts';
import { type NpmUser, npmUser, npx } from '../../../../test/fakes/npm-user.ts';
import { rejectionOf } from '../../../../test/refusal.ts';
import { findVulnerabilities } from '../find-vulnerabilities.ts';
import { resolveNpm } from './resolve.ts';

let registry: NpmRegistry;
let user: NpmUser;
beforeEach(async () => {
  registry = await NpmRegistry.start();
  user = npmUser(registry);
  registry.publish('dep', '1.0.0');
  registry.publish('weather', '1.0.0', { manifest: { bin: 'cli.js', dependencies: { dep: '1.0.0' } } });
});
afterEach(() => registry.stop());

const find = async () => {
  const { tree } = await resolveNpm(npx('weather'), user.context);
  if (tree === undefined) throw new Error('There is no tree.');
  return findVulnerabilities(tree, user.context);
};

test('advisories of every package of a tree are found, also of its dependencies', async () => {
  const advisory = {
    id: 7,
    url: 'https://advisories.example/7',
    title: 'Runs code',
    severity: 'high',
    vulnerable_versions: '<1.0.1',
  };
  registry.advisories = { dep: [advisory] };
  expect(await find()).toEqual([
    {
      name: 'dep',
      range: '<1.0.1',
      severity: 'high',
      title: 'Runs code',
      url: 'https://advisories.example/7',
      locations: ['node_modules/dep'],
    },
  ]);
});

test('a tree without advisories has none', async () => {
  expect(await find()).toEqual([]);
});

test('a registry that does not answer is not taken for one without advisories', async () => {
  registry.intercept = (request, response) => request.method === 'POST' && response.writeHead(405).end() !== undefined;
  expect((await rejectionOf(find())).code).toBe('package.no-advisories');
});
