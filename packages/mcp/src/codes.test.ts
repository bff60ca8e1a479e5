import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CONFIG_CODES } from './config/codes.ts';
import { CONNECT_CODES } from './connect/codes.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../../docs/spec/sources.md'), 'utf8');
const written = new Set(page.match(/`(?:server|config)\.[a-z-]+`/g)?.map(code => code.slice(1, -1)));

describe('docs/spec/sources.md', () => {
  test('names every code of the tables, and no other', () => {
    const known = [...Object.keys(CONNECT_CODES), ...Object.keys(CONFIG_CODES)];
    // A file name, not a code.
    written.delete('config.toml');
    expect([...written].toSorted()).toEqual(known.toSorted());
  });
});
