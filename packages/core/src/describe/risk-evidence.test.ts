import { expect, test } from 'vitest';
import { CAPABILITY_LEVELS, CODE_PARAMETERS, OPERATION_LEVELS, WORD_EVIDENCE } from './risk-evidence.ts';
import { CAPABILITIES, OPERATIONS } from './vocabulary.ts';
import { wordsOf } from './words.ts';

test('every word of the evidence can result from splitting text', () => {
  for (const { words } of WORD_EVIDENCE) for (const word of words) expect(wordsOf(word)).toEqual([word]);
});

test('no word counts twice for one place', () => {
  for (const place of ['name', 'text', 'parameter', 'choice'] as const) {
    const words = WORD_EVIDENCE.flatMap(({ levels, words }) => (levels[place] === undefined ? [] : words));
    expect(words.length).toBe(new Set(words).size);
  }
});

test('prose alone never reaches critical, so that a command parameter can still raise the level', () => {
  for (const { levels } of WORD_EVIDENCE) expect(levels.text).not.toBe('critical');
});

test('every capability and every operation has a level', () => {
  expect(Object.keys(CAPABILITY_LEVELS).sort()).toEqual(CAPABILITIES.toSorted());
  expect(Object.keys(OPERATION_LEVELS).sort()).toEqual(OPERATIONS.toSorted());
});

test('names of code parameters are compared in lower case', () => {
  for (const name of CODE_PARAMETERS) expect(name).toBe(name.toLowerCase());
});
