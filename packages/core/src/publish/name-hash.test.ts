import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashName, isNearKnown, type KnownNames } from './name-hash.ts';
import { nameKey } from './name-key.ts';
import { nearNameKeys } from './near-name-keys.ts';

/** Notes all that it is asked for, and has nothing. */
function asked(key: string): Set<string> {
  const texts = new Set<string>();
  const known: KnownNames = { mayHave: () => true, has: (hash, text) => !texts.add(`${hash} ${text}`) };
  isNearKnown(key, known);
  return texts;
}

test('what is asked for is the key and the keys near it, each with its hash, and no others', () => {
  const name = fc.oneof(fc.stringMatching(/^[a-zA-Z0-9_.-]{1,70}$/), fc.stringMatching(/^[mwrnv]{1,20}$/));
  fc.assert(
    fc.property(name, text => {
      const key = nameKey(text);
      const near = [key, ...nearNameKeys(key)].map(hashName).map(({ hash, text }) => `${hash} ${text}`);
      expect(asked(key)).toEqual(new Set(near));
    }),
  );
});

test('a name is near one that is known, wherever the slip is, and near no other', () => {
  const knows = (key: string): KnownNames => ({
    mayHave: hash => hash === hashName(key).hash,
    has: (_, text) => text === hashName(key).text,
  });
  for (const near of ['sendemall', 'sendemai', 'sendemalll', 'esndemail', 'semdemail', 'sendernail', 'sendemail'])
    expect(isNearKnown(nameKey(near), knows(nameKey('send_email'))), near).toBe(true);
  expect(isNearKnown(nameKey('send_mail_to'), knows(nameKey('send_email')))).toBe(false);
});

test('a hash is 32 bits and never zero, also of nothing', () => {
  for (const key of ['', 'a', 'getweather', 'ж'.repeat(200)]) {
    const { hash } = hashName(key);
    expect(hash).toBeGreaterThan(0);
    expect(hash).toBeLessThan(2 ** 32);
    expect(Number.isInteger(hash)).toBe(true);
  }
});
