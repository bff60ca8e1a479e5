import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const PAGE = readFileSync(path.join(ROOT, 'docs/seeds.md'), 'utf8');
const ROWS = PAGE.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| It asks for'));

describe('docs/seeds.md', () => {
  test('covers the five documents', () => {
    expect(PAGE.match(/^## /gm)).toHaveLength(5);
    expect(ROWS.length).toBeGreaterThan(60);
  });

  test.each(ROWS)('%s', row => {
    const [, , , proof = ''] = row.split(/(?<!\\)\|/);
    const [, file = '', title = ''] = /^ `([^`]+)` › (.+) $/.exec(proof) ?? [];
    expect(existsSync(path.join(ROOT, file)), `${file} exists`).toBe(true);
    expect(readFileSync(path.join(ROOT, file), 'utf8')).toContain(title);
  });
});
