import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { REQUIREMENTS } from './requirements.ts';

const page = readFileSync(path.join(import.meta.dirname, '../docs/security.md'), 'utf8');

/** `[guard.rug-pull]`, and not `[text](address)`. */
function namedIn(text: string): string[] {
  return [...text.matchAll(/\[([a-z]+\.[a-z0-9-]+)\](?!\()/g)].map(([, id = '']) => id);
}

describe('docs/security.md', () => {
  test('names only promises that a test proves', () => {
    expect(namedIn(page).filter(id => !Object.hasOwn(REQUIREMENTS, id))).toEqual([]);
  });

  test('names a test for every attacker', () => {
    const rows = rowsOf('## Who attacks');
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter(row => namedIn(row).length === 0)).toEqual([]);
  });

  test('names a test in every cell of the fail-closed matrix that is not empty', () => {
    const cells = rowsOf('## Fail closed').flatMap(row => row.split('|').slice(2, -1));
    expect(cells.length).toBeGreaterThan(40);
    expect(cells.filter(cell => cell.trim() !== '–' && namedIn(cell).length === 0)).toEqual([]);
  });
});

/** The rows of the first table below a heading, without its head. */
function rowsOf(heading: string): string[] {
  const section = page.slice(page.indexOf(heading)).split('\n## ')[0] ?? '';
  return section
    .split('\n')
    .filter(line => line.startsWith('|'))
    .slice(2);
}
