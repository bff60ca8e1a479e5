import { type Digest, type Lock, parseSnapshot, pin } from '@toolmark/core';
import type { NpmPackage, PackageTree } from '@toolmark/core/package';
import { expect, test } from 'vitest';
import type { Trees } from '../sources/packages-file.ts';
import { lockWrites } from './lock-writes.ts';

const TREE: PackageTree = { type: 'npm', dependencies: {}, packages: new Map() };
const digest = (letter: string): Digest => `sha256:${letter.repeat(64)}`;
const trees = (letters: string): Trees => new Map([...letters].map(letter => [digest(letter), TREE]));

/** A lock of one server for each letter, with that tree. */
function lockOf(letters: string): Lock {
  const entry = (letter: string) => {
    const locked: NpmPackage = {
      ...{ type: 'npm', name: 'x', version: '1.0.0', integrity: 'sha512-', spec: 'latest', bin: 'x', purl: '' },
      tree: digest(letter),
    };
    return pin(parseSnapshot({ tools: [] }), { package: locked });
  };
  return { lockfileVersion: 2, servers: new Map([...letters].map(letter => [letter, entry(letter)])) };
}

const wordOf = (found: Trees): string => [...found.keys()].map(key => key.at(-1)).join('');

test.each<[before: string, after: string]>([
  ['', 'a'],
  ['a', ''],
  ['a', 'b'],
  ['ab', 'bc'],
  ['ab', 'ab'],
])('a run from "%s" to "%s" can end after any write and leaves a lock with its trees', (before, after) => {
  let disk = { lock: before, trees: before };
  for (const write of lockWrites(lockOf(before), lockOf(after), trees('abc'))) {
    disk =
      'lock' in write
        ? { ...disk, lock: [...write.lock.servers.keys()].join('') }
        : { ...disk, trees: wordOf(write.trees) };
    for (const letter of disk.lock) expect(disk.trees).toContain(letter);
  }
  expect(disk).toEqual({ lock: after, trees: after });
});

test('a tree that neither file has is not written', () => {
  const writes = lockWrites(lockOf('a'), lockOf('ab'), trees('a'));
  expect(writes.map(write => ('trees' in write ? wordOf(write.trees) : 'lock'))).toEqual(['a', 'lock', 'a']);
});
