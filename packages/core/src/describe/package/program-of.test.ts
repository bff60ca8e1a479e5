import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../../../test/refusal.ts';
import type { PackageSpec } from './launch.ts';
import { parseNpmTree } from './npm-tree.ts';
import { programOf } from './program-of.ts';

const OK = { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` };

function programIn(bin: unknown, wanted: { bin?: string; specs?: readonly PackageSpec[] } = {}): unknown {
  const dependencies = { '@acme/weather': '1.0.0', other: '1.0.0' };
  const packages = {
    '': { dependencies },
    'node_modules/@acme/weather': bin === undefined ? OK : { ...OK, bin },
    'node_modules/other': { ...OK, bin: { helper: 'helper.js' } },
  };
  const specs = [{ name: '@acme/weather', wanted: 'latest' }];
  return programOf(parseNpmTree({ lockfileVersion: 3, packages }), { specs, ...wanted });
}

const location = 'node_modules/@acme/weather';

describe('the program of a package', () => {
  test.each<[string, unknown, object]>([
    [
      'is the one named like the package without its scope',
      { a: 'a.js', weather: 'w.js' },
      { bin: 'weather', file: 'w.js' },
    ],
    ['is the only one', { a: 'a.js' }, { bin: 'a', file: 'a.js' }],
    ['is the first by name if all are one file', { z: 'a.js', b: 'a.js' }, { bin: 'b', file: 'a.js' }],
    [
      'has a name that a lock can hold',
      { '\u001b[31m': 'a.js', '-x': 'a.js', 'a b': 'a.js', b: 'b.js' },
      { bin: 'b', file: 'b.js' },
    ],
    ['has the name of the package if it is one text', 'cli.js', { bin: 'weather', file: 'cli.js' }],
  ])('%s', (_, bin, expected) => {
    expect(programIn(bin)).toEqual({ location, ...expected });
  });

  test('is the one that the command names, in any of its packages', () => {
    expect(programIn({ a: 'a.js', b: 'b.js' }, { bin: 'b' })).toEqual({ location, bin: 'b', file: 'b.js' });
    const specs = [
      { name: '@acme/weather', wanted: 'latest' },
      { name: 'other', wanted: '1' },
    ];
    expect(programIn('cli.js', { specs, bin: 'helper' })).toMatchObject({ location: 'node_modules/other' });
  });

  test.each<[string, unknown, string | undefined, string]>([
    [
      'two programs, none named like it',
      { a: 'a.js', b: 'b.js' },
      undefined,
      'Name one with --package NAME PROGRAM: a, b.',
    ],
    ['a name that hides', { '\u001b[31mx': 'a.js' }, undefined, 'It has no programs at all.'],
    ['no programs', undefined, undefined, 'It has no programs at all.'],
    ['a program that does not exist', 'cli.js', 'toString', 'has no program "toString"'],
  ])('is refused with %s', (_, bin, wanted, words) => {
    const { code, message } = refusalOf(() => programIn(bin, wanted === undefined ? {} : { bin: wanted }));
    expect([code, message]).toEqual(['package.no-bin', expect.stringContaining(words)]);
  });

  test('is refused if the package is not in its tree', () => {
    expect(refusalOf(() => programIn('x', { specs: [{ name: 'x', wanted: '1' }] })).code).toBe('package.missing');
  });
});
