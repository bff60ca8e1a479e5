import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ATTESTATION_CODES } from './codes.ts';

const FOLDER = import.meta.dirname;

/** The outcomes of a bundle are codes of provenance too. */
const OUTCOMES = ['untrusted', 'invalid', 'expired', 'revoked', 'malformed'].map(outcome => `provenance.${outcome}`);

function codesInSources(): Set<string> {
  const sources = readdirSync(FOLDER)
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'codes.ts')
    .map(file => readFileSync(path.join(FOLDER, file), 'utf8'));
  const find = (pattern: RegExp, family = ''): string[] =>
    sources.flatMap(text => [...text.matchAll(pattern)].map(([, code]) => `${family}${code}`));
  return new Set([
    ...find(/'((?:bundle|statement|trusted-root|predicate)\.[a-z-]+)'/g),
    ...find(/bundleFault\(\s*'([a-z-]+)'/g, 'bundle.'),
    ...find(/refuse\('([a-z-]+)'/g, 'provenance.'),
    ...OUTCOMES,
  ]);
}

test('every code is explained, and every explained code is used', () => {
  expect(ATTESTATION_CODES.map(({ code }) => code)).toEqual([...codesInSources()].sort());
});

test('explanations are sentences', () => {
  for (const { title, advice } of ATTESTATION_CODES) {
    expect(title).toMatch(/^[A-Z].+\.$/);
    expect(advice).toMatch(/^[A-Z].+\.$/);
  }
});
