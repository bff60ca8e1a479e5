import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SIGN_CODES } from './codes.ts';

const FOLDER = import.meta.dirname;

/** Every code in the sources of this folder. */
function codesInSources(): Set<string> {
  const sources = readdirSync(FOLDER)
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'codes.ts')
    .map(file => readFileSync(path.join(FOLDER, file), 'utf8'));
  return new Set(
    sources.flatMap(text => text.match(/(?<=')(signature|certificate|revocation)\.[a-z0-9-]+(?=')/g) ?? []),
  );
}

test('every code is explained, and every explained code is used', () => {
  expect(SIGN_CODES.map(({ code }) => code)).toEqual([...codesInSources()].sort());
});

test('explanations are sentences', () => {
  for (const { title, advice } of SIGN_CODES) {
    expect(title).toMatch(/^[A-Z].+\.$/);
    expect(advice).toMatch(/^[A-Z].+\.$/);
  }
});
