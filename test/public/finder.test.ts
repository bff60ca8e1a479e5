import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FINDER_MODULE, finderModule } from '../../scripts/generate-finder.ts';

test('what tells which signals can match is derived from the signals of today', () => {
  expect(readFileSync(FINDER_MODULE, 'utf8') === finderModule()).toBe(true);
});
