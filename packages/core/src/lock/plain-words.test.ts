import { describe, expect, test } from 'vitest';
import { isPlainWord, mayBeOtherWord } from './plain-words.ts';

describe('plain words', () => {
  test.each(['forceast', 'retreives', 'lodash', 'numpy', 'kubectl', 'bitcoin', 'param', '', '__proto__'])(
    '%j is none',
    word => expect(isPlainWord(word)).toBe(false),
  );

  test.each(['forecast', 'retrieves', 'returns', 'descriptions', 'mountains', 'separator', 'youngest'])(
    '%j is one',
    word => expect(isPlainWord(word)).toBe(true),
  );
});

describe('what may be a word', () => {
  test.each([
    ['scaled', 'it is listed'],
    ['powerless', 'it has an ending'],
    ['planing', 'its stem has lost a letter'],
    ['planner', 'its stem has a letter doubled'],
    ['healthier', 'its stem ends otherwise'],
    ['mistrust', 'it has a prefix'],
    ['uncapped', 'it has a prefix and an ending'],
    ['cloudwatch', 'it is two words in one'],
  ])('%j: %s', word => expect(mayBeOtherWord(word, '')).toBe(true));

  test.each(['forceast', 'retreives', 'descripton', 'mountians', 'weahter', ''])('not %j', word =>
    expect(mayBeOtherWord(word, '')).toBe(false),
  );
});
