import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../../test/refusal.ts';
import { server } from '../../../../test/server.ts';
import type { Digest } from '../base/index.ts';
import { type PypiTree, treeDigest } from '../describe/index.ts';
import { formatPackages, type Lock, parsePackages, pin, treesOf } from './index.ts';

const HASH: Digest = `sha256:${'a'.repeat(64)}`;
const TREE: PypiTree = { type: 'pypi', packages: new Map([['weather', { version: '1.0', hashes: [HASH] }]]) };
const DIGEST = treeDigest(TREE);
const FILE = JSON.parse(formatPackages({ packagesVersion: 1, trees: new Map([[DIGEST, TREE]]) }));
const npm = (packages: object): object => ({ packagesVersion: 1, trees: { [DIGEST]: { type: 'npm', packages } } });
const pypi = (entry: unknown): object => ({
  packagesVersion: 1,
  trees: { [DIGEST]: { type: 'pypi', packages: { weather: entry } } },
});
const OK = { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` };
const ROOT = { '': { dependencies: { a: '1.0.0' } } };

describe('a file of package trees is refused', () => {
  test.each<[string, unknown, string, string]>([
    ['of a later version', { packagesVersion: 2, trees: {} }, 'packages.unsupported-version', 'reads version 1'],
    ['without a version', { trees: {} }, 'packages.malformed', 'packagesVersion is missing'],
    ['with another member', { ...FILE, more: 1 }, 'packages.malformed', '/more'],
    ['with a list of trees', { packagesVersion: 1, trees: [] }, 'packages.malformed', '/trees'],
    [
      'with a key that is not a digest',
      { packagesVersion: 1, trees: { x: FILE.trees[DIGEST] } },
      'packages.malformed',
      '/trees/x',
    ],
    [
      'with another type',
      { packagesVersion: 1, trees: { [DIGEST]: { type: 'cargo', packages: {} } } },
      'packages.malformed',
      '"npm" or "pypi"',
    ],
    [
      'with an unknown member of a package',
      npm({ ...ROOT, 'node_modules/a': { ...OK, resolved: 'x' } }),
      'packages.malformed',
      'not known',
    ],
    [
      'with a path that leads out',
      npm({ ...ROOT, 'node_modules/../a': OK }),
      'packages.malformed',
      'not a place for a package',
    ],
    [
      'with a package without integrity',
      npm({ ...ROOT, 'node_modules/a': { version: '1.0.0' } }),
      'packages.malformed',
      'no SHA-512 digest',
    ],
    [
      'with a root that has a name',
      npm({ '': { ...ROOT[''], name: 'x' }, 'node_modules/a': OK }),
      'packages.malformed',
      'The root',
    ],
    ['with a Python package without hashes', pypi({ version: '1.0', hashes: [] }), 'packages.malformed', 'SHA-256'],
    [
      'with hashes out of order',
      pypi({ version: '1.0', hashes: [`sha256:${'b'.repeat(64)}`, HASH] }),
      'packages.malformed',
      'sorted',
    ],
    [
      'with a Python package of any version',
      pypi({ version: '>1', hashes: [HASH] }),
      'packages.malformed',
      'exact version',
    ],
    [
      'with other content than its digest',
      pypi({ version: '1.1', hashes: [HASH] }),
      'packages.contradicts-itself',
      'Restore the file',
    ],
  ])('%s', (_, file, code, words) => {
    const refusal = refusalOf(() => parsePackages(file));
    expect([refusal.code, refusal.message]).toEqual([code, expect.stringContaining(words)]);
  });

  test('with the same key twice', () => {
    const text = formatPackages({ packagesVersion: 1, trees: new Map() }).replace('"trees"', '"trees": {},\n  "trees"');
    expect(refusalOf(() => parsePackages(new TextEncoder().encode(text))).code).toBe('json.duplicate-key');
  });
});

test('what is written is read again', () => {
  const name = fc.constantFrom('a', 'weather', 'x-y', 'constructor');
  const hash = fc.constantFrom('a', 'b', 'c').map((digit): Digest => `sha256:${digit.repeat(64)}`);
  const entry = fc.record(
    {
      version: fc.constantFrom('1.0', '2!1.0rc1'),
      hashes: fc.uniqueArray(hash, { minLength: 1 }),
      marker: fc.constant("os_name == 'nt'"),
    },
    { requiredKeys: ['version', 'hashes'] },
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(name, entry)), packages => {
      const tree: PypiTree = { type: 'pypi', packages: new Map(packages) };
      const text = formatPackages({ packagesVersion: 1, trees: new Map([[treeDigest(tree), tree]]) });
      expect(formatPackages(parsePackages(new TextEncoder().encode(text)))).toBe(text);
    }),
  );
});

test('only trees that the lock refers to are kept', () => {
  const bound = {
    type: 'pypi',
    name: 'weather',
    version: '1.0',
    spec: '',
    bin: 'weather',
    tree: DIGEST,
    purl: 'pkg:pypi/weather@1.0',
  } as const;
  const lock: Lock = { lockfileVersion: 2, servers: new Map([['weather', pin(server(), { package: bound })]]) };
  expect([
    ...treesOf(
      lock,
      new Map([
        [DIGEST, TREE],
        [HASH, TREE],
      ]),
    ).trees.keys(),
  ]).toEqual([DIGEST]);
});
