import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parsePage } from './pages/page.ts';
import { type NotRun, readPage } from './pages/read-page.ts';
import { surroundingsOf } from './pages/surroundings.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const PAGES = ['README.md', ...readdirSync(path.join(ROOT, 'docs/guide')).map(name => `docs/guide/${name}`)];

const NOT_RUN: Readonly<Record<string, NotRun>> = {
  'README.md': { 'npm ci && npm test': 'It would run itself.' },
  'docs/guide/registries.md': {
    'thv config set-registry https://registry.example': 'ToolHive is a program of others, which wants Docker.',
  },
};

function read(page: string): string {
  return readFileSync(path.join(ROOT, page), 'utf8');
}

describe.each(PAGES)('%s', page => {
  test('every command works as printed', async () => {
    const { standIns, end } = await surroundingsOf(page);
    try {
      expect(await readPage(read(page), NOT_RUN[page] ?? {}, standIns)).toBeUndefined();
    } finally {
      await end();
    }
  });

  test('no command is left out that the page does not have', () => {
    const commands = parsePage(read(page)).steps.map(step => (step.kind === 'run' ? step.command : ''));
    expect(Object.keys(NOT_RUN[page] ?? {}).filter(command => !commands.includes(command))).toEqual([]);
  });
});
