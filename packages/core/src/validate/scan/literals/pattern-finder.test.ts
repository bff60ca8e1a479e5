import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROUNDS } from '../../../../../../test/scan-texts/rounds.ts';
import { ATTACKS, HONEST } from '../../../../../../test/scan-texts/texts.ts';
import { SIGNALS } from '../meaning/signals.ts';
import { deriveFinder } from './derive-finder.ts';
import { PatternFinder } from './pattern-finder.ts';
import { LAST_TURN, Marks, makeVocabulary, markWords } from './vocabulary.ts';

/** The patterns that would be tried on a text. */
function makeTriedOn(patterns: readonly string[]): (text: string) => number[] {
  const data = deriveFinder(patterns);
  const vocabulary = makeVocabulary(new Map(), data.words);
  const marks = new Marks(data.words.length, data.byKey.length);
  const masks = patterns.map(() => 0);
  const finder = new PatternFinder(data, masks);
  return text => {
    marks.clear();
    markWords(text, 0, text.length, vocabulary, marks);
    const count = finder.find(marks, 0);
    return [...finder.found.subarray(0, count)];
  };
}

/** Whether the finder would have the pattern tried on the text. */
function isTried(pattern: string, text: string): boolean {
  return makeTriedOn([pattern])(text).length > 0;
}

test.each([
  ['a word between signs', '\\bkeys?\\b', '(key)'],
  ['a word before an apostrophe', '\\buser\\b', "the user's"],
  ['a word inside another, where no edge is asked for', 'user', 'superusers'],
  ['the start of a word', '\\bexfiltrat\\w*', 'exfiltrating'],
  ['a short start of a word', '\\b0x[0-9a-f]+', '0x1f'],
  ['a part of a name', '[a-z]+_(?:get|list)', 'files_getter'],
  ['a name behind an apostrophe', '(?<![a-z0-9_])(?:get|set)_[a-z]+', "user'get_key"],
  ['a name after what is no letter', '(?<![a-z0-9_])(?=[a-z]+_)(?<tool>(?:get|set)_[a-z]+)', '"get_key"'],
  ['one of many branches', '\\b(?:a(?: \\w+)? b|[cd]e+f|\\$\\(x\\))', 'deef'],
  ['words on both sides of a gap', '\\b(?:send|post)s?\\b.{0,9}?\\bto (?:all|every)\\b', 'posts it to all'],
  ['what may be left out', '\\bkeep(?: it)? secret', 'keep secret'],
  ['a repetition', '(?:the |a )+user', 'the a user'],
  ['signs alone', '\\$\\(', 'x$(y'],
  ['a letter beyond ASCII', 'ö', 'aö'],
  ['a word longer than words are', '\\b0x[0-9a-f]{40}\\b', `to 0x${'a1'.repeat(20)}.`],
  ['a word behind one that may be left out', '\\bnew (?:[\\w-]+ )?(?:goal|mission)s? ?:', 'a new goal:'],
  ['a word behind one that is not left out', '\\bnew (?:[\\w-]+ )?(?:goal|mission)s? ?:', 'new big-time missions :'],
  ['a word at the start', '(?:^|[:;] ?)(?:agents|models) must', 'models must'],
  ['a long word behind signs', '(?<![a-z0-9_])[a-z0-9]{25,60}\\b', `(${'q9'.repeat(15)})`],
])('a pattern that matches is tried: %s', (_, pattern, text) => {
  expect(text).toMatch(new RegExp(pattern));
  expect(isTried(pattern, text)).toBe(true);
});

test.each([
  ['no word of it stands there', '\\b(?:send|post)\\b.{0,9}?\\bkeys\\b', 'send tokens'],
  ['a word stands inside another', '\\ball\\b', 'call the small one'],
  ['only one of two words stands there', '\\bsystem prompt\\b', 'a system'],
  ['a name starts with another word', '(?<![a-z0-9_])(?:send|list)_[a-z]+', 'sender_name, list of names'],
  [
    'a word behind one that may be left out is only a part',
    '\\bnew (?:[\\w-]+ )?(?:goal|mission) ?:',
    'new: a subgoal:',
  ],
  ['a word before what may be left out goes on', '\\b(?:report|reply)(?: to you)? now', 'reporting now'],
  ['a sign of all its texts is missing', '[a-z]+\\.(?:get|set)_[a-z]+', 'get_key of the store'],
  ['a sign is missing', '@', 'nobody at example'],
  ['no word is as long', '\\b0x[0-9a-f]{40}\\b', 'the wallet 0x12ab of a user with several words'],
])('a pattern is not tried where %s', (_, pattern, text) => {
  expect(isTried(pattern, text)).toBe(false);
});

test('patterns are found however many sentences came before', () => {
  const data = deriveFinder(['\\bsecret\\b', '\\bhidden\\b']);
  const vocabulary = makeVocabulary(new Map(), data.words);
  const marks = new Marks(data.words.length, data.byKey.length);
  const finder = new PatternFinder(data, [0, 0]);
  const countIn = (text: string): number => {
    marks.clear();
    markWords(text, 0, text.length, vocabulary, marks);
    return finder.find(marks, 0);
  };
  expect([countIn('secret'), countIn('secret, hidden')]).toEqual([1, 2]);
  marks.turn = LAST_TURN - 3;
  for (let sentence = 0; sentence < 10; sentence++) {
    expect([countIn('a secret'), countIn('a plan'), countIn('hidden secret, secret')]).toEqual([1, 0, 2]);
  }
});

describe('the rules', () => {
  const triedOn = makeTriedOn(SIGNALS.map(({ pattern }) => pattern));
  const patterns = SIGNALS.map(({ pattern }) => new RegExp(pattern));
  const texts = [...ATTACKS.map(([, text]) => text), ...HONEST, ...ROUNDS.flatMap(round => round.texts)];

  test('every pattern that matches a text is among those to try on it', () => {
    let matches = 0;
    for (const text of texts.map(one => one.toLowerCase())) {
      const tried = new Set(triedOn(text));
      const missed = SIGNALS.filter((_, i) => patterns[i]?.test(text) === true && !tried.has(i));
      matches += patterns.filter(pattern => pattern.test(text)).length;
      expect(missed.map(({ id }) => id)).toEqual([]);
    }
    expect(matches).toBeGreaterThan(100);
  });

  test('every pattern is tried on texts that are made of it', () => {
    const missed: string[] = [];
    let matches = 0;
    for (const [i, { id, pattern }] of SIGNALS.entries()) {
      for (const text of samplesOf(pattern)) {
        if (patterns[i]?.test(text) !== true) continue;
        matches++;
        if (!triedOn(text).includes(i)) missed.push(`${id}: ${text}`);
      }
    }
    expect(missed).toEqual([]);
    expect(matches).toBeGreaterThan(SIGNALS.length * 10);
  });

  test('few patterns are tried on an honest text', () => {
    const tried = HONEST.map(text => triedOn(text).length);
    expect(tried.reduce((sum, count) => sum + count, 0) / HONEST.length).toBeLessThan(SIGNALS.length / 10);
  });
});

/** Texts that may match a pattern, in the letters that patterns see. */
function samplesOf(pattern: string): readonly string[] {
  const samples = fc.sample(fc.stringMatching(new RegExp(withoutLooks(pattern))), { numRuns: 40, seed: 1 });
  return samples.map(text => text.toLowerCase().replaceAll(/[^ -~]/g, ' '));
}

const TOKEN = /\\.|\[(?:\\.|[^\]\\])*\]|\(\?(?:<[a-z]+>|<?[=!:])|./g;

/** A pattern without what looks around, which no sample can do: edges of words are spelled as spaces. */
function withoutLooks(pattern: string): string {
  let kept = '';
  let depth = 0;
  for (const [token] of pattern.matchAll(TOKEN)) {
    if (depth > 0) depth += token.startsWith('(') ? 1 : token === ')' ? -1 : 0;
    else if (/^\(\?<?[=!]/.test(token)) depth = 1;
    else if (token === '\\b') kept += ' ?';
    else if (token.startsWith('(?<')) kept += '(?:';
    else if (token !== '^' && token !== '$') kept += token;
  }
  return kept;
}
