import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GUARD_PAGE, guardPage } from '../scripts/generate-messages.ts';

test('docs/spec/guard.md shows the table of messages that decides: run "npm run generate"', () => {
  expect(readFileSync(GUARD_PAGE, 'utf8')).toBe(guardPage());
});
