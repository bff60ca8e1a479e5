import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findPhrases } from './plain-words.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Generated files, word lists, attack samples, vectors, and the list of phrases itself. */
const EXEMPT = [
  /\.gen\./,
  /^package-lock\.json$/,
  /(^|\/)(node_modules|dist)\//,
  /^scripts\/generate-words\.ts$/,
  /^packages\/core\/src\/lock\/word-slip\.ts$/,
  /^packages\/scan\/src\/rules\//,
  /^test\/(scan-texts|vectors)\//,
  /^test\/plain-words(\.test)?\.ts$/,
];

const FOLDERS = ['', '.github', 'bench', 'deploy', 'docs', 'fuzz', 'packages', 'scripts', 'test'];

function filesIn(folder: string): string[] {
  const entries = readdirSync(path.join(ROOT, folder), { recursive: folder !== '', withFileTypes: true });
  return entries
    .filter(entry => entry.isFile())
    .map(entry => path.relative(ROOT, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
}

test.each([
  ['This reads the file anew.', ['a.md:1: "anew": write "again"']],
  ['This is\nno tool, it is no tool.', ['a.md:2: "is no": write "is not a, or has no"']],
  ['There is no lock. It is no longer used. guard.nobody-to-ask', []],
])('finds phrases in %j', (text, found) => {
  expect(findPhrases('a.md', text)).toEqual(found);
});

test('code, docs and messages use plain words', () => {
  const files = FOLDERS.flatMap(filesIn).filter(file => /\.(ts|js|mjs|md|txt|ya?ml|json|sh)$/.test(file));
  const checked = files.filter(file => !EXEMPT.some(pattern => pattern.test(file)));
  expect(checked.length).toBeGreaterThan(500);
  expect(checked.flatMap(file => findPhrases(file, readFileSync(path.join(ROOT, file), 'utf8'))).join('\n')).toBe('');
});
