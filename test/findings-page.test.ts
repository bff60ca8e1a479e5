import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FINDINGS_PAGE, findingsPage } from '../scripts/generate-findings.ts';

test('docs/spec/findings.md is what the rules say; "npm run generate" writes it', () => {
  expect(readFileSync(FINDINGS_PAGE, 'utf8')).toBe(findingsPage());
});
