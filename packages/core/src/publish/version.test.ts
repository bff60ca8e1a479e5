import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../../test/refusal.ts';
import { compareVersions, parseVersion, versionKey } from './version.ts';

describe('reading a version', () => {
  test.each([
    ['nothing', ''],
    ['two numbers', '1.2'],
    ['four numbers', '1.2.3.4'],
    ['a prefix', 'v1.2.3'],
    ['a line after it', '1.2.3\n'],
    ['digits beyond ASCII', '١.٢.٣'],
    ['an empty prerelease', '1.2.3-'],
    ['an empty identifier', '1.2.3-a..b'],
    ['a leading zero in a prerelease', '1.2.3-01'],
    ['an empty build', '1.2.3+'],
    ['two builds', '1.2.3+a+b'],
    ['256 characters', `1.2.${'3'.repeat(252)}`],
    ['a megabyte of digits', '1'.repeat(1_000_000)],
    ['a megabyte of dots', `1.2.3-${'a.'.repeat(500_000)}`],
  ])('%s is refused', (_, text) => {
    const { code, message } = refusalOf(() => parseVersion(text));
    expect(code).toBe('version.malformed');
    expect(message.length).toBeLessThan(1000);
  });

  test('is split into its parts', () => {
    expect(parseVersion('1.20.3-beta.2+linux.x64')).toEqual({
      numbers: ['1', '20', '3'],
      prerelease: ['beta', '2'],
      build: 'linux.x64',
    });
  });

  test('leading zeros, which schema 1.0 admits, change nothing', () => {
    expect(parseVersion('01.000.09').numbers).toEqual(['1', '0', '9']);
    expect(compareVersions('01.0.0', '1.0.0')).toBe(0);
  });
});

describe('the order of versions', () => {
  const ASCENDING = [
    ...'0.0.0-0 0.0.0 0.9.10 0.10.0'.split(' '),
    // The example of SemVer 2.0, section 11.
    ...'1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0'.split(' '),
    ...'2.0.0-1 2.0.0-9007199254740993 2.0.0-- 2.0.0-A 2.0.0-a 2.0.0-a.0 2.0.0-a- 2.0.0-a0 2.0.0'.split(' '),
    ...'9007199254740992.0.0 9007199254740993.0.0'.split(' '),
  ];
  const pairs = ASCENDING.slice(1).map((text, index) => [ASCENDING[index] ?? '', text] as const);

  test.each(pairs)('%s comes before %s', (lower, higher) => {
    expect(compareVersions(lower, higher)).toBeLessThan(0);
    expect(compareVersions(higher, lower)).toBeGreaterThan(0);
    expect(versionKey(lower) < versionKey(higher)).toBe(true);
  });

  test('a build changes neither the order nor the key', () => {
    expect(compareVersions('1.0.0+a', '1.0.0+b')).toBe(0);
    expect(versionKey('1.0.0-rc.1+a')).toBe(versionKey('1.0.0-rc.1'));
  });

  const number = fc.oneof(fc.nat({ max: 12 }).map(String), fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String));
  const word = fc.stringMatching(/^[0-9]{0,2}[aAzZ-][0-9aA-]{0,3}$/);
  const version = fc
    .tuple(
      fc.tuple(number, number, number),
      fc.array(fc.oneof(number, word), { maxLength: 4 }),
      fc.constantFrom('', '+1', '+b.7'),
    )
    .map(([numbers, prerelease, build]) => numbers.join('.') + ['', ...prerelease].join('.').replace('.', '-') + build);

  test('for any two versions the keys are ordered byte by byte as the versions are', () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        const bytes = Buffer.compare(Buffer.from(versionKey(a)), Buffer.from(versionKey(b)));
        expect(bytes).toBe(Math.sign(compareVersions(a, b)));
      }),
      { numRuns: 1000 },
    );
  });

  test('for any versions that differ in one identifier the keys are ordered as the versions are', () => {
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 2 }),
        fc.array(fc.oneof(number, word), { maxLength: 3 }),
        (start, end) => {
          const [a, b] = [start, [...start, ...end]].map(list => `1.0.0${['', ...list].join('.').replace('.', '-')}`);
          const order = Math.sign(compareVersions(a ?? '', b ?? ''));
          expect(Buffer.compare(Buffer.from(versionKey(a ?? '')), Buffer.from(versionKey(b ?? '')))).toBe(order);
        },
      ),
    );
  });
});
