import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../meaning/languages.ts';
import { makeStemFinder } from './stem-finder.ts';

const STEMS = LANGUAGES.flatMap(({ stems }) => stems);
const finder = makeStemFinder(STEMS);
const anyStem = new RegExp(STEMS.join('|'), 'g');

/** Text in which stems, their pieces and other letters stand side by side. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(...STEMS),
      fc.constantFrom(...STEMS).map(stem => stem.slice(1)),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
  )
  .map(parts => parts.join(''));

test('the first stem is found wherever it stands, and none where there is none', () => {
  fc.assert(
    fc.property(texts, fc.nat(40), (text, from) => {
      anyStem.lastIndex = from;
      const match = anyStem.exec(text);
      expect(finder.look(text)(from)).toBe(match?.index ?? -1);
      if (match !== null) expect(finder.at(text, match.index)).toBe(match[0]);
    }),
    { numRuns: 2_000 },
  );
});

test('a stem too short for the look at every third place is refused', () => {
  expect(() => makeStemFinder(['usua'])).toThrow('fewer than 5');
});
