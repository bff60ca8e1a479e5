import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMAND_NOTES } from '../packages/cli/src/help/command-notes.ts';
import { ENVIRONMENT } from '../packages/cli/src/help/environment.ts';
import { leavesOf } from '../packages/cli/src/help/grammar.ts';
import { TOPICS } from '../packages/cli/src/help/topics.ts';
import { CLI_PAGE, cliGrammar, cliPage } from '../scripts/generate-cli.ts';

const PACKAGES = path.resolve(import.meta.dirname, '../packages');
const LEAVES = leavesOf(cliGrammar());

describe('the page of commands', () => {
  test('docs/cli.md is what the commands say; "npm run generate" writes it', () => {
    expect(readFileSync(CLI_PAGE, 'utf8')).toBe(cliPage());
  });

  test('has a note on every command, and on no other', () => {
    expect([...COMMAND_NOTES.keys()].sort()).toEqual(LEAVES.map(({ path: words }) => words.join(' ')).sort());
  });

  test.each(LEAVES.map(leaf => [leaf.path.join(' '), leaf] as const))(
    'its example of "%s" uses options that exist',
    (name, leaf) => {
      const [own = ''] = (COMMAND_NOTES.get(name)?.example ?? '').split(' -- ');
      expect(`${own} `.startsWith(`${name} `)).toBe(true);
      const known = leaf.options.flatMap(({ short, long }) => [short, long]);
      const used = own.split(' ').filter(word => word.startsWith('-'));
      expect(known).toEqual(expect.arrayContaining(used));
      for (const { long, isRequired } of leaf.options) if (isRequired) expect(used).toContain(long);
    },
  );

  test('names every variable of the environment that is read', () => {
    const files = readdirSync(PACKAGES, { recursive: true, encoding: 'utf8' })
      .filter(file => /^[a-z]+\/src\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'))
      .map(file => readFileSync(path.join(PACKAGES, file), 'utf8'));
    const read = files.flatMap(text => [...text.matchAll(/\benv\.([A-Z][A-Z_]+)\b/g)].map(([, name]) => name));
    // What every program reads to find others, or the home folder.
    const usual = ['PATH', 'PATHEXT', 'HOME', 'USERPROFILE'];
    expect([...new Set(read)].filter((name = '') => !usual.includes(name)).sort()).toEqual(
      [...ENVIRONMENT.keys()].sort(),
    );
  });
});

describe('the topics', () => {
  test.each(TOPICS.map(topic => [topic.name, topic.text] as const))('%s fits a terminal', (name, text) => {
    const lines = text.split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(10);
    // A list to look words up in is as long as there are words.
    expect(lines.length).toBeLessThanOrEqual(name === 'domains' ? 60 : 30);
    expect(lines.filter(line => line.length > 80)).toEqual([]);
  });

  test('name only commands and options that exist', () => {
    const known = new Map(LEAVES.map(leaf => [leaf.path.join(' '), leaf]));
    const called = TOPICS.flatMap(({ text }) => [...text.matchAll(/\btoolmark ([a-z]+)(?: ([a-z]+))?/g)]);
    const unknown = called.filter(([, one = '', two = '']) => !known.has(one) && !known.has(`${one} ${two}`));
    expect(unknown.map(([words]) => words)).toEqual([]);
    const options = new Set(LEAVES.flatMap(leaf => leaf.options.map(({ long }) => long)));
    const used = TOPICS.flatMap(({ text }) =>
      [...text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([option]) => option),
    );
    expect([...options]).toEqual(expect.arrayContaining(used));
  });
});
