import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeName } from './judge-name.ts';
import { nameKey, nearNameKeys } from './name-key.ts';

describe('the key of a name', () => {
  test.each([
    ['Cyrillic twins', 'рауpаl', 'paypal'],
    ['invisible characters', 'pay\u200bpal', 'paypal'],
    ['case', 'GitHub', 'github'],
    ['separators', 'send_e-mail', 'sendEmail'],
    ['a path and a sentence', 'send/e mail', 'send.email'],
    ['zero and the letter', 'l0gin', 'LOGIN'],
    ['one, the capital and the small letter', '11ama', 'IIama'],
    ['the capital I and the small l', 'IIama', 'llama'],
    ['rn and m', 'extemal', 'external'],
    ['vv and w', 'vveather', 'weather'],
  ])('%s do not tell names apart', (_, one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });

  test.each([
    ['other letters', 'read_file', 'reed_file'],
    ['digits that look like no letter', 'base32', 'base64'],
    ['order', 'file_read', 'read_file'],
  ])('%s tell names apart', (_, one, other) => {
    expect(nameKey(one)).not.toBe(nameKey(other));
  });

  test('an ASCII name has a key of small letters and digits, no longer than itself', () => {
    const name = fc.stringMatching(/^[a-zA-Z0-9_.-]{1,128}$/);
    fc.assert(
      fc.property(name, text => {
        expect(nameKey(text)).toMatch(/^[a-hj-z2-9]*$/);
        expect(nameKey(text).length).toBeLessThanOrEqual(text.length);
        expect(nameKey(nameKey(text))).toBe(nameKey(text));
      }),
    );
  });
});

describe('keys near a key', () => {
  test('short keys and keys longer than names have none', () => {
    expect(nearNameKeys('read')).toEqual([]);
    expect(nearNameKeys('a'.repeat(65))).toEqual([]);
    expect(nearNameKeys('')).toEqual([]);
  });

  test('they are bounded for the worst of names', () => {
    expect(nearNameKeys('mw'.repeat(32)).length).toBeLessThan(20_000);
    expect(nearNameKeys('getweather').length).toBeLessThan(1_500);
  });

  test.each([
    ['a letter more', 'githubb', true],
    ['a letter less', 'githu', true],
    ['another letter', 'gitlub', true],
    ['two neighbours swapped', 'gihtub', true],
    ['two other letters', 'gatlub', false],
    ['the name itself', 'github', false],
  ])('%s: %s', (_, slip, isNear) => {
    expect(nearNameKeys(nameKey('github')).includes(nameKey(slip))).toBe(isNear);
  });

  test('[publish.near-names] any one slip in a name gives its key or one near it, whichever of the two was there first', () => {
    // Three strokes in a row are read in more than one way, and no key holds both.
    const name = fc
      .oneof(fc.stringMatching(/^[a-zA-Z0-9_.-]{7,20}$/), fc.stringMatching(/^[aimnrvwxI1_]{7,16}$/))
      .filter(text => !hasManyStrokes(text));
    const letter = fc.constantFrom(...'aimnrsvwxIO019');
    fc.assert(
      fc.property(name, fc.nat(), letter, fc.constantFrom('more', 'less', 'other', 'swap'), (text, at, other, kind) => {
        const slip = slipIn(text, at % text.length, other, kind);
        fc.pre(!hasManyStrokes(slip));
        const [one, two] = [nameKey(text), nameKey(slip)];
        fc.pre(one.length >= 5 && two.length >= 5);
        expect([one, ...nearNameKeys(one)]).toContain(two);
        expect([two, ...nearNameKeys(two)]).toContain(one);
      }),
      { numRuns: 300 },
    );
  });
});

function hasManyStrokes(text: string): boolean {
  return /w[-_.]*[vw]|v[-_.]*w|v[-_.]*v[-_.]*v/i.test(text);
}

function slipIn(text: string, at: number, letter: string, kind: string): string {
  const [before, here, after] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)];
  if (kind === 'more') return before + letter + here + after;
  if (kind === 'less') return before + after;
  if (kind === 'other') return before + letter + after;
  return before + after.charAt(0) + here + after.slice(1);
}

describe('a claim of a name', () => {
  const claimed = [
    { name: 'send_email', owner: 'acme' },
    { name: 'get_weather', owner: 'sky' },
    { name: 'get_weathers', owner: 'rain' },
    { name: 'ls', owner: 'acme' },
  ];

  test.each([
    ['another owner has it', 'send_email', 'mallory', 'taken send_email'],
    ['it looks like that of another owner', 'send-emaiI', 'mallory', 'confusable send_email'],
    ['it is one slip away from that of another owner', 'sent_email', 'mallory', 'near send_email'],
    ['it looks like one and is near another', 'getweather', 'mallory', 'confusable get_weather'],
    ['it looks like one of their own', 'send-emaiI', 'acme', 'free'],
    ['it is near one of their own', 'sent_email', 'acme', 'free'],
    ['it is near one of their own and one of another owner', 'get_weatherz', 'sky', 'near get_weathers'],
    ['they have it', 'send_email', 'acme', 'own'],
    ['they have it, though another owner has a near one', 'get_weather', 'sky', 'own'],
    ['short names are one letter apart', 'lz', 'mallory', 'free'],
    ['no similar name', 'translate', 'mallory', 'free'],
  ])('%s', (_, name, owner, expected) => {
    for (const given of [claimed, claimed.toReversed()]) {
      const verdict = judgeName(name, given, owner);
      const word = verdict.verdict === 'review' ? verdict.reason : verdict.verdict;
      const other = 'by' in verdict ? verdict.by.name : 'like' in verdict ? verdict.like.name : '';
      expect(`${word} ${other}`.trim()).toBe(expected);
    }
  });
});
