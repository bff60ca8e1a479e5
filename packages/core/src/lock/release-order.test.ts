import { expect, test } from 'vitest';
import { compareReleases } from './release-order.ts';

test.each([
  ['npm', ['1.0.0-rc.1', '1.0.0', '1.0.1', '1.2.0', '1.10.0', '2026.8.31']],
  [
    'pypi',
    [
      '1.0.dev1',
      '1.0a1.dev1',
      '1.0a1',
      '1.0a2',
      '1.0b1',
      '1.0rc1',
      '1.0',
      '1.0.post1.dev2',
      '1.0.post1',
      '1.1',
      '1.10',
      '2026.8',
      '1!0.1',
    ],
  ],
  ['other', ['v1.0.0-rc.1', '1.0.0', 'v1.0.1', '1.10', 'v2']],
] as const)('orders versions of %s', (scheme, versions) => {
  for (const [index, one] of versions.entries()) {
    expect(compareReleases(one, one, scheme)).toBe(0);
    for (const later of versions.slice(index + 1)) {
      expect([one, later, Math.sign(compareReleases(one, later, scheme) ?? 0)]).toEqual([one, later, -1]);
      expect(compareReleases(later, one, scheme)).toBeGreaterThan(0);
    }
  }
});

test.each([
  ['npm', '1.0.0', '1.0'],
  ['npm', '1.0.0', 'latest'],
  ['npm', 'v1.0.0', '1.0.0'],
  ['pypi', '1.0', '1.0+local'],
  ['pypi', '1.0', ''],
  ['pypi', '1.0', '1.0.0-x'],
  ['pypi', '1.0', `1.${'9'.repeat(16)}`],
  ['other', '1.0.0', 'main'],
  ['other', '1.0.0', 'vv1'],
  ['other', '', ''],
] as const)('does not compare %s versions %j and %j', (scheme, a, b) => {
  expect(compareReleases(a, b, scheme)).toBeUndefined();
});

test('equal releases can be written differently', () => {
  expect(compareReleases('1.0', '1.0.0', 'pypi')).toBe(0);
  expect(compareReleases('1.0RC1', '1.0-rc.1', 'pypi')).toBe(0);
  expect(compareReleases('1.0-1', '1.0.post1', 'pypi')).toBe(0);
  expect(compareReleases('1.0.0+a', '1.0.0+b', 'npm')).toBe(0);
  expect(compareReleases('v1', '1.0.0', 'other')).toBe(0);
});
