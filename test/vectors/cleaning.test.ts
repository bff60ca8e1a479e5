import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cleanText } from '@toolmark/core';
import { expect, test } from 'vitest';

const VECTORS = JSON.parse(readFileSync(path.join(import.meta.dirname, 'cleaning.json'), 'utf8')) as readonly {
  readonly title: string;
  readonly policy?: Parameters<typeof cleanText>[1];
  readonly text: string;
  readonly cleaned: string;
}[];

test.each(VECTORS)('$title', ({ policy = {}, text, cleaned }) => {
  const once = cleanText(text, policy);
  expect(once.text).toBe(cleaned);
  expect(once.changes.length > 0).toBe(text !== cleaned);
  expect(cleanText(cleaned, policy)).toEqual({ text: cleaned, changes: [] });
});
