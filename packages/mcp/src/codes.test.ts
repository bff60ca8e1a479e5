import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { AUTHORIZATION_CODES } from './authorize/codes.ts';
import { CONFIG_CODES } from './config/codes.ts';
import { CONNECT_CODES } from './connect/codes.ts';

function codesIn(page: string, code: RegExp): Set<string> {
  const text = readFileSync(path.join(import.meta.dirname, '../../../docs/spec', page), 'utf8');
  return new Set(text.match(code)?.map(found => found.slice(1, -1)));
}

describe('docs/spec/sources.md', () => {
  test('names every code of the tables, and no other', () => {
    const known = [...Object.keys(CONNECT_CODES), ...Object.keys(CONFIG_CODES)];
    const written = codesIn('sources.md', /`(?:server|config)\.[a-z-]+`/g);
    // File names, not codes.
    for (const file of ['config.toml', 'config.yaml']) written.delete(file);
    expect([...written].toSorted()).toEqual(known.toSorted());
  });
});

test('docs/spec/authorization.md names every code of its table, and no other', () => {
  const written = codesIn('authorization.md', /`authorization\.[a-z-]+`/g);
  expect([...written].toSorted()).toEqual(Object.keys(AUTHORIZATION_CODES).toSorted());
});
