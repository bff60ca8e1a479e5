import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../../../test/refusal.ts';
import type { JsonObject } from '../../base/index.ts';
import { parseNpmTree, toPackageLock } from './npm-tree.ts';
import { treeDigest } from './tree-digest.ts';

const SHA = `sha512-${'A'.repeat(86)}==`;
const OTHER = `sha512-${'B'.repeat(86)}==`;
const OK = { version: '1.0.0', integrity: SHA };
const lockOf = (packages: object): object => ({
  lockfileVersion: 3,
  packages: { '': { dependencies: { a: '1.0.0' } }, 'node_modules/a': OK, ...packages },
});
const codeOf = (lock: unknown): string => refusalOf(() => parseNpmTree(lock)).code;

describe('a package-lock is refused', () => {
  test.each<[string, unknown, string]>([
    ['of version 1', { lockfileVersion: 1, dependencies: {} }, 'package.malformed'],
    ['of version 2', { ...lockOf({}), lockfileVersion: 2 }, 'package.malformed'],
    ['that is a list', [], 'package.malformed'],
    ['without a root', { lockfileVersion: 3, packages: { 'node_modules/a': OK } }, 'package.malformed'],
    ['whose root asks for nothing', lockOf({ '': { dependencies: {} } }), 'package.malformed'],
    ['whose root has workspaces', lockOf({ '': { dependencies: { a: '1' }, workspaces: ['x'] } }), 'package.malformed'],
    ['whose root asks for a path', lockOf({ '': { dependencies: { '../a': '1' } } }), 'package.malformed'],
    ['whose root asks for what is missing', lockOf({ '': { dependencies: { b: '1' } } }), 'package.unsafe-path'],
    ['with an entry that is a text', lockOf({ 'node_modules/b': 'x' }), 'package.malformed'],
    ['with a version range', lockOf({ 'node_modules/b': { ...OK, version: '^1' } }), 'package.malformed'],
    ['without a version', lockOf({ 'node_modules/b': { integrity: SHA } }), 'package.malformed'],
    ['with a list of programs', lockOf({ 'node_modules/b': { ...OK, bin: ['x'] } }), 'package.malformed'],
    ['with a number as platform', lockOf({ 'node_modules/b': { ...OK, os: 1 } }), 'package.malformed'],
    ['with another name that leads out', lockOf({ 'node_modules/b': { ...OK, name: '../b' } }), 'package.malformed'],
    ['without integrity', lockOf({ 'node_modules/b': { version: '1.0.0' } }), 'package.no-integrity'],
    ['with SHA-1 only', lockOf({ 'node_modules/b': { ...OK, integrity: 'sha1-AAAA' } }), 'package.no-integrity'],
    ['with two digests', lockOf({ 'node_modules/b': { ...OK, integrity: `${SHA} ${OTHER}` } }), 'package.no-integrity'],
    ['bundled by the root', lockOf({ 'node_modules/b': { version: '1.0.0', inBundle: true } }), 'package.unsafe-path'],
    ['with a link', lockOf({ 'node_modules/b': { link: true, resolved: '../b' } }), 'package.unsupported-source'],
    [
      'from Git',
      lockOf({ 'node_modules/b': { ...OK, resolved: 'git+ssh://git@x.example/b.git#1' } }),
      'package.unsupported-source',
    ],
    ['from a file', lockOf({ 'node_modules/b': { ...OK, resolved: 'file:../b.tgz' } }), 'package.unsupported-source'],
    [
      'from a URL',
      lockOf({ 'node_modules/b': { ...OK, resolved: 'https://x.example/b.tgz' } }),
      'package.unsupported-source',
    ],
    ['outside node_modules', lockOf({ 'packages/b': OK }), 'package.unsafe-path'],
    ['above', lockOf({ 'node_modules/../b': OK }), 'package.unsafe-path'],
    ['at a dot', lockOf({ 'node_modules/.bin': OK }), 'package.unsafe-path'],
    ['at an absolute path', lockOf({ '/node_modules/b': OK }), 'package.unsafe-path'],
    ['at a backslash', lockOf({ 'node_modules\\b': OK }), 'package.unsafe-path'],
    ['at a control character', lockOf({ 'node_modules/b\u0000': OK }), 'package.unsafe-path'],
    ['at an empty name', lockOf({ 'node_modules/': OK }), 'package.unsafe-path'],
    ['inside a package that is missing', lockOf({ 'node_modules/c/node_modules/b': OK }), 'package.unsafe-path'],
    ['with two names that differ by case', lockOf({ 'node_modules/A': OK }), 'package.unsafe-path'],
    [
      'at __proto__',
      JSON.parse(JSON.stringify(lockOf({})).replace('"node_modules/a"', '"node_modules/__proto__"')),
      'package.unsafe-path',
    ],
  ])('%s', (_, lock, code) => {
    expect(codeOf(lock)).toBe(code);
  });

  test('that is not JSON', () => {
    expect(codeOf(new TextEncoder().encode('{"lockfileVersion":3,"lockfileVersion":3}'))).toBe('json.duplicate-key');
  });
});

describe('a package-lock is read', () => {
  test('with members of old packages in other forms', () => {
    const loose = { ...OK, engines: ['node'], os: 'linux', optional: false, bundleDependencies: true, deprecated: 'x' };
    const entry = parseNpmTree(lockOf({ 'node_modules/b': loose })).packages.get('node_modules/b');
    expect(entry).toEqual({ name: 'b', ...OK, os: ['linux'] });
  });

  test('with weaker digests beside the one that counts', () => {
    const entry = parseNpmTree(lockOf({ 'node_modules/b': { ...OK, integrity: `sha1-AAAA ${SHA}` } }));
    expect(entry.packages.get('node_modules/b')?.integrity).toBe(SHA);
  });

  test('with a package named constructor', () => {
    expect(parseNpmTree(lockOf({ 'node_modules/constructor': OK })).packages.has('node_modules/constructor')).toBe(
      true,
    );
  });
});

const text = fc.constantFrom('a', 'b', 'left-pad', '@acme/x', 'x.y', 'constructor', 'JSONStream');
const entryOf = fc.record(
  {
    version: fc.constantFrom('1.0.0', '2.0.0-beta.1', '0.0.1+build'),
    integrity: fc.constantFrom(SHA, OTHER),
    name: text,
    os: fc.array(fc.constantFrom('linux', '!win32'), { minLength: 1 }),
    optional: fc.constant(true),
    hasInstallScript: fc.constant(true),
    bin: fc.oneof(fc.constant('a.js'), fc.dictionary(text, fc.constant('b.js'), { minKeys: 1 })),
    dependencies: fc.dictionary(text, fc.constant('^1')),
  },
  { requiredKeys: ['version', 'integrity'] },
);
const packages = fc.dictionary(
  text.map(name => `node_modules/${name}`),
  entryOf,
  { maxKeys: 6 },
);

describe('any tree', () => {
  test('has the same digest in any order of members', () => {
    fc.assert(
      fc.property(packages, entries => {
        const reversed = reverse(lockOf(entries) as JsonObject);
        expect(treeDigest(parseNpmTree(reversed))).toBe(treeDigest(parseNpmTree(lockOf(entries))));
      }),
    );
  });

  test('is read again from the package-lock it is written as', () => {
    fc.assert(
      fc.property(packages, entries => {
        const tree = parseNpmTree(lockOf(entries));
        expect(parseNpmTree(toPackageLock(tree))).toEqual(tree);
      }),
    );
  });
});

function reverse(value: JsonObject): JsonObject {
  const entries = Object.entries(value).map(([key, item]) => {
    const isObject = typeof item === 'object' && item !== null && !Array.isArray(item);
    return [key, isObject ? reverse(item as JsonObject) : item] as const;
  });
  return Object.fromEntries(entries.reverse());
}
