import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ADAPT_CODES } from './adapt/adapt-error.ts';
import { AUTHORIZATION_CODES } from './authorize/codes.ts';
import { CONFIG_CODES } from './config/codes.ts';
import { CONNECT_CODES } from './connect/codes.ts';

test.each<[string, readonly string[], RegExp]>([
  ['spec/sources.md', [...CONNECT_CODES, ...CONFIG_CODES], /`(?:server|config)\.(?!toml|yaml)[a-z-]+`/g],
  ['spec/authorization.md', AUTHORIZATION_CODES, /`authorization\.[a-z-]+`/g],
  ['guide/agents.md', ADAPT_CODES, /`adapt\.[a-z-]+`/g],
])('docs/%s names exactly the codes of its table', (page, codes, pattern) => {
  const text = readFileSync(path.join(import.meta.dirname, '../../../docs', page), 'utf8');
  const written = new Set(text.match(pattern)?.map(found => found.slice(1, -1)));
  expect([...written].toSorted()).toEqual(codes.toSorted());
});
