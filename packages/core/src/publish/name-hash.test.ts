import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameHash, nearNameHashes } from './name-hash.ts';
import { nameKey } from './name-key.ts';
import { nearNameKeys } from './near-name-keys.ts';

test('the hashes near a key are those of the key and of the keys near it, and no others', () => {
  const name = fc.oneof(fc.stringMatching(/^[a-zA-Z0-9_.-]{1,70}$/), fc.stringMatching(/^[mwrnv]{1,20}$/));
  fc.assert(
    fc.property(name, text => {
      const key = nameKey(text);
      expect(new Set(nearNameHashes(key))).toEqual(new Set([key, ...nearNameKeys(key)].map(nameHash)));
    }),
  );
});

test('a hash is 32 bits and never zero, also of nothing', () => {
  for (const key of ['', 'a', 'getweather', 'ж'.repeat(200)]) {
    const hash = nameHash(key);
    expect(hash).toBeGreaterThan(0);
    expect(hash).toBeLessThan(2 ** 32);
    expect(Number.isInteger(hash)).toBe(true);
  }
});
