import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parsePolicy, readJson } from '../packages/core/src/index.ts';
import { startInstalledRegistry } from './fakes/installed-registry.ts';
import type { NpmRegistry } from './fakes/npm-registry.ts';
import { knownWords } from './pages/known-words.ts';
import { type Block, parsePage } from './pages/page.ts';
import { type NotRun, readPage } from './pages/read-page.ts';
import { surroundingsOf } from './pages/surroundings.ts';
import { findTypeErrors } from './pages/type-errors.ts';
import { temporaryFolder } from './temporary-folder.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const PAGES = ['README.md', ...readdirSync(path.join(ROOT, 'docs/guide')).map(name => `docs/guide/${name}`)];
const LANGUAGES = ['console', 'json', 'sh', 'text', 'ts', 'yaml'];

/** Commands that no test can run, each with the reason. All others are run. */
const NOT_RUN: Readonly<Record<string, NotRun>> = {
  'README.md': {
    'npm ci && npm test': 'It would run itself.',
    'npm pack -w toolmark': 'scripts/try-packages.ts packs it.',
    'npm install -g ./toolmark-0.1.0.tgz': 'scripts/try-packages.ts installs and uses it.',
  },
  'docs/guide/operator.md': { 'npm run try-image': 'It installs and builds everything, and needs Node 22.13.' },
  'docs/guide/registries.md': {
    'thv config set-registry https://registry.example': 'ToolHive is a program of others, which needs Docker.',
  },
};

/** Options in the text that belong to other programs, or are ends of file names. */
const FOREIGN = ['-wal', '-shm', '-e', '--trace-warnings'];

let npmRegistry: NpmRegistry;
let npmEnvironment: Readonly<Record<string, string>>;

/** Packages come from a registry on this machine. All pages share what was downloaded and installed from it. */
beforeAll(async () => {
  npmRegistry = await startInstalledRegistry();
  const folder = temporaryFolder();
  npmEnvironment = {
    npm_config_registry: npmRegistry.url,
    npm_config_globalconfig: path.join(folder, 'global.npmrc'),
    npm_config_cache: path.join(folder, 'npm'),
    TOOLMARK_STORE: path.join(folder, 'store'),
  };
});
afterAll(() => npmRegistry.stop());

function read(page: string): string {
  return readFileSync(path.join(ROOT, page), 'utf8');
}

/** A shell is on every machine that has git; curl is not. */
function isMissing(program: string, ...args: string[]): boolean {
  return spawnSync(program, args).status !== 0;
}

const HAS_NO_SHELL = isMissing('bash', '-c', '((BASH_VERSINFO[0] >= 5))');
const HAS_NO_CURL = isMissing('curl', '--version');

function blocksIn(language: string): Block[] {
  return PAGES.flatMap(page => parsePage(read(page)).blocks).filter(block => block.language === language);
}

describe.each(PAGES)('%s', page => {
  const cannotRun = HAS_NO_SHELL || (HAS_NO_CURL && read(page).includes('curl '));

  test.skipIf(cannotRun)(
    'every command works as printed',
    async () => {
      const { world, end } = await surroundingsOf(page);
      try {
        expect(await readPage(read(page), NOT_RUN[page] ?? {}, { ...world, env: npmEnvironment })).toBeUndefined();
      } finally {
        await end();
      }
    },
    600_000,
  );

  test('the commands, options, scripts and pages that it mentions exist', () => {
    const { mentions, options, links, blocks } = parsePage(read(page));
    const scripts = JSON.parse(read('package.json')).scripts as object;
    const known = knownWords();
    const isKnown = (mention: string) =>
      /^(?:thv|npm ci|npm exec|npx|docker run)$/.test(mention) ||
      Object.hasOwn(scripts, mention.replace(/^npm (?:run )?/, '')) ||
      known.commands.has(mention.replace(/^(?:npx )?toolmark ?/, ''));
    expect(mentions.filter(mention => !isKnown(mention))).toEqual([]);
    expect(options.filter(option => !known.options.has(option) && !FOREIGN.includes(option))).toEqual([]);
    expect(links.filter(link => !exists(page, link))).toEqual([]);
    expect(blocks.filter(({ language }) => !LANGUAGES.includes(language))).toEqual([]);
  });

  test('no command is left out that it does not have', () => {
    const commands = parsePage(read(page)).steps.map(step => (step.kind === 'run' ? step.command : ''));
    expect(Object.keys(NOT_RUN[page] ?? {}).filter(command => !commands.includes(command))).toEqual([]);
  });
});

function exists(page: string, link: string): boolean {
  const [file = ''] = link.split('#');
  return link.startsWith('https://') || existsSync(path.resolve(ROOT, path.dirname(page), file));
}

test('the README needs nothing that a reader cannot see', () => {
  expect(parsePage(read('README.md')).steps.filter(({ kind }) => kind === 'meanwhile')).toEqual([]);
});

describe('the blocks of all pages', () => {
  test('code is accepted by the compiler', () => {
    const sources = blocksIn('ts').map(({ text }) => text);
    expect(sources.length).toBeGreaterThan(5);
    const wrong = 'export const wrong: string = 1;';
    expect(findTypeErrors([...sources, wrong])).toEqual(["Type 'number' is not assignable to type 'string'."]);
  });

  test('JSON is read strictly', () => {
    const texts = blocksIn('json').map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(3);
    for (const text of texts) expect(() => readJson(new TextEncoder().encode(text)), text).not.toThrow();
  });

  test('policies are ones that the guard takes, and workflows say what the action knows', () => {
    const values = blocksIn('yaml').map(({ text }) => parse(text, { uniqueKeys: true }));
    const policies = values.filter(value => 'version' in value);
    expect(policies.length).toBeGreaterThan(0);
    for (const policy of policies) expect(() => parsePolicy(policy)).not.toThrow();
    const steps = values
      .flatMap(({ steps = [] }) => steps)
      .filter(({ uses = '' }) => uses.startsWith('toolmark/toolmark'));
    expect(steps).toHaveLength(1);
    const { inputs } = parse(read('action.yml'));
    for (const step of steps) expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step.with)));
  });
});

describe.skipIf(HAS_NO_SHELL)('the reader of pages', () => {
  test.each([
    ['a command that fails', '```sh\nfalse\n```', 'ends with 1 instead of 0'],
    ['a command that does not fail as it should', '```sh\ntrue   # exit 1\n```', 'ends with 0 instead of 1'],
    ['a command within the text', 'Then `node -e "process.exit(3)"` helps.', 'ends with 3 instead of 0'],
    ['a command that prints something else', '```console\n$ echo yes\nno\n```', 'prints something else'],
    ['a command that prints more', '```console\n$ printf "yes\\nno"\nyes\n```', 'prints something else'],
    ['a command that npx would have to download', '```sh\nnpx cowsay hello\n```', 'npx would download cowsay'],
    ['a registry that does not start', '```sh\nnpx toolmark serve --port 99999\n```', 'ends with 1 instead of 0'],
    ['something in the meantime that fails', '<!-- meanwhile: false -->', 'ends with 1 instead of 0'],
  ])('complains about %s', async (_, text, complaint) => {
    expect(await readPage(text, {}, {})).toContain(complaint);
  });

  test('is one session: variables, files and what was said stay', async () => {
    const text = [
      ...['```sh', 'export \\', '  CITY=Rome', 'ask() { echo "$1 $CITY"; }', '```'],
      ...['```json asked/city.json', '{}', '```'],
      ...['```console', '$ ask where   # a comment', 'where Ro…', '$ cat asked/city.json', '{}', '```'],
    ].join('\n');
    expect(await readPage(text, {}, {})).toBeUndefined();
  });

  test('refuses blocks that do not say what they are', () => {
    expect(() => parsePage('Run\n\n    rm -rf /\n')).toThrow('line 3');
  });

  test('takes short cuts that npx would take too', () => {
    const npx = (...args: string[]) => spawnSync('npx', args, { cwd: ROOT, encoding: 'utf8', shell: false }).stdout;
    expect(npx('toolmark', 'digest', '--', 'npx', '-y', '@modelcontextprotocol/server-memory')).toContain('read_graph');
  });
});
