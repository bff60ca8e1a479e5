import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WORDS_MODULE, wordsModule } from '../../scripts/generate-words.ts';
import { describeShared } from '../shared.ts';

describeShared('the plain words that slips are mended into', 'corpus', root => {
  test('are those that tools of different servers use today', () => {
    expect(readFileSync(WORDS_MODULE, 'utf8') === wordsModule(root)).toBe(true);
  });
});
