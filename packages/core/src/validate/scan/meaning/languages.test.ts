import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from './languages.ts';

/** Texts that a pattern is made for; edges of words are spelled as spaces, because a sample cannot look around. */
function samplesOf(pattern: string): readonly string[] {
  const spelled = new RegExp(pattern.replaceAll('\\b', ' ?'), 'u');
  return fc.sample(fc.stringMatching(spelled), { numRuns: 300, seed: 1 });
}

describe('a phrase is tried only near its stems', () => {
  test.each(LANGUAGES)('$id: every match holds one', ({ pattern, stems }) => {
    const regex = new RegExp(pattern, 'u');
    const matches = samplesOf(pattern).flatMap(sample => regex.exec(sample)?.[0] ?? []);
    expect(matches.length).toBeGreaterThan(5);
    expect(matches.filter(match => !stems.some(stem => match.includes(stem)))).toEqual([]);
  });
});
