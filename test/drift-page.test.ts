import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DRIFT_PAGE, driftPage } from '../scripts/generate-drift.ts';

test('docs/spec/drift.md is what the severity table says; "npm run generate" writes it', () => {
  expect(readFileSync(DRIFT_PAGE, 'utf8')).toBe(driftPage());
});
