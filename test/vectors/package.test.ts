import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Change, drift, formatLock, type LockedPackage, parseLock, pin, readJson } from '@toolmark/core';
import {
  formatPackages,
  type NpmTree,
  type PackageTree,
  parseNpmTree,
  parsePackages,
  type Recognised,
  recognisePackage,
  toPackageLock,
  treeDigest,
} from '@toolmark/core/package';
import { describe, expect, test } from 'vitest';

interface LaunchCase {
  readonly launch: readonly string[];
  readonly expect: Recognised;
}

interface DriftCase {
  readonly id: string;
  readonly locked: LockedPackage;
  readonly live: LockedPackage | null;
  readonly trees?: { readonly locked: { packages: object }; readonly live: { packages: object } };
  readonly expect: readonly Change[];
}

describe('the commands', () => {
  const { cases } = json<{ cases: readonly LaunchCase[] }>('package-launch.json');

  test('are at least 190', () => {
    expect(cases.length).toBeGreaterThanOrEqual(190);
  });

  test.each(cases.map(({ launch, expect: wanted }) => [JSON.stringify(launch), launch, wanted] as const))(
    '%s',
    (_, [command = '', ...args], wanted) => {
      const recognised = recognisePackage({ command, args });
      expect(recognised.type === 'unpinned' ? { type: 'unpinned' } : recognised).toEqual(wanted);
    },
  );
});

describe('the package trees', () => {
  const text = bytes('toolmark.packages.json');
  const { trees } = parsePackages(text);
  const tree = [...trees.values()].find(({ type }) => type === 'npm') as NpmTree;

  test('have these digests', () => {
    expect([...trees].map(([digest, { type }]) => [type, digest])).toEqual([
      ['pypi', 'sha256:682b11c1c40c6612597e226067d1e3759c551a6d3d7ffced68955603d9ac705b'],
      ['npm', 'sha256:8ce1705c05350c00b365ec5e2d6c3577cafb7a08a84fa824a90e29e2093809ae'],
    ]);
  });

  test('are written byte for byte', () => {
    expect(formatPackages({ packagesVersion: 1, trees })).toBe(new TextDecoder().decode(text));
  });

  test('are read from the package-lock and can be written as one', () => {
    const read = parseNpmTree(bytes('package-lock.json'));
    expect(read).toEqual(tree);
    expect(treeDigest(parseNpmTree(toPackageLock(read)))).toBe(treeDigest(tree));
  });
});

describe('the changes of packages', () => {
  const { cases } = json<{ cases: readonly DriftCase[] }>('package-drift.json');
  const NOTHING = { tools: [], prompts: [], resources: [], templates: [] };

  test.each(cases.map(vector => [vector.id, vector] as const))('%s', (_, { locked, live, trees, expect: wanted }) => {
    const given = trees && { locked: treeOf(trees.locked), live: treeOf(trees.live) };
    const changes = drift(pin(NOTHING, { package: locked }), NOTHING, {
      package: live,
      ...(given && { trees: given }),
    });
    expect(changes).toEqual(wanted);
  });

  test.each(cases.map(({ id, locked }) => [id, locked] as const))('%s: a lock holds the package', (_, locked) => {
    const lock = formatLock({ lockfileVersion: 2, servers: new Map([['a', pin(NOTHING, { package: locked })]]) });
    expect(parseLock(new TextEncoder().encode(lock)).servers.get('a')?.package).toEqual(locked);
  });
});

function treeOf({ packages }: { packages: object }): PackageTree {
  return parseNpmTree({ lockfileVersion: 3, packages });
}

function bytes(file: string): Uint8Array {
  return readFileSync(path.join(import.meta.dirname, file));
}

function json<Value>(file: string): Value {
  return readJson(bytes(file)) as unknown as Value;
}
