import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VOCABULARY_PAGE, vocabularyPage } from '../scripts/generate-vocabulary.ts';

test('docs/spec/vocabulary.md is what the tables say; "npm run generate" writes it', () => {
  expect(readFileSync(VOCABULARY_PAGE, 'utf8')).toBe(vocabularyPage());
});
