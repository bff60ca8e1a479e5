import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBreaches, type Sources } from './architecture.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Tests and their support may reach further: they are not shipped. */
const NOT_PRODUCT = /\.test\.ts$|\.gen\.d\.ts$|\/test-rules\.ts$/;

function productSources(): Sources {
  const files = readdirSync(path.join(ROOT, 'packages'), { recursive: true, encoding: 'utf8' })
    .map(file => `packages/${file.replaceAll('\\', '/')}`)
    .filter(file => /^packages\/[a-z]+\/src\/.*\.ts$/.test(file) && !NOT_PRODUCT.test(file));
  return new Map(files.map(file => [file, readFileSync(path.join(ROOT, file), 'utf8')]));
}

describe('the house', () => {
  const sources = productSources();

  test('has no breach of its import order, purity or acyclicity', () => {
    expect(sources.size).toBeGreaterThan(80);
    expect(findBreaches(sources)).toEqual([]);
  });

  test('every error class carries its own name', () => {
    const errors = [...sources.values()].flatMap(text =>
      [...text.matchAll(/class (\w+) extends \w*Error \{\n(.*)/g)].map(([, name, first = '']) => ({ name, first })),
    );
    expect(errors.length).toBeGreaterThan(4);
    for (const { name, first } of errors) expect(first).toContain(`override readonly name: string = '${name}';`);
  });

  test('addresses are parsed by parseUrl: URL.canParse of Node 20 changes its answer once it is hot', () => {
    const callers = [...sources].filter(([, text]) => /URL\.canParse\(/.test(text)).map(([file]) => file);
    expect(callers).toEqual([]);
  });

  test('[house.pure] a wrong import planted among the real files is found', () => {
    const planted = new Map([
      ...sources,
      ['packages/core/src/base/planted.ts', "import { lock } from '../lock/index.ts';"],
    ]);
    expect(findBreaches(planted)).toEqual([expect.stringContaining('lock is not to the left of base')]);
  });

  test.each([
    ['a file system import in core', 'packages/core/src/base/planted.ts', "import 'node:fs';", 'core is pure'],
    ['a dynamic import in core', 'packages/core/src/base/planted.ts', "await import('node:net');", 'core is pure'],
    [
      'an import to the right',
      'packages/core/src/base/planted.ts',
      "import { validate } from '../validate/index.ts';",
      'not to the left',
    ],
    [
      'a re-export to the right',
      'packages/core/src/describe/planted.ts',
      "export { validate } from '../validate/index.ts';",
      'not to the left',
    ],
    [
      'a back door into a room',
      'packages/core/src/validate/planted.ts',
      "import { jcs } from '../base/jcs.ts';",
      'through its index.ts',
    ],
    [
      'an import to the right in mcp',
      'packages/mcp/src/connect/planted.ts',
      "import { Guard } from '../proxy/guard.ts';",
      'proxy is not to the left of connect',
    ],
    [
      'a room that imports the gathering index',
      'packages/core/src/lock/planted.ts',
      "import { jcs } from '../index.ts';",
      'gathers',
    ],
    ['a package by path', 'packages/cli/src/planted.ts', "import { jcs } from '../../core/src/index.ts';", 'by name'],
    [
      'core importing a package of ours',
      'packages/core/src/base/planted.ts',
      "import '@toolmark/mcp';",
      'may not import',
    ],
    ['the registry importing mcp', 'packages/registry/src/planted.ts', "import '@toolmark/mcp';", 'may not import'],
    ['the clock', 'packages/core/src/base/planted.ts', 'export const now = Date.now();', 'Date.now'],
    ['today', 'packages/core/src/base/planted.ts', 'export const now = new Date();', 'new Date()'],
    ['chance', 'packages/core/src/base/planted.ts', 'export const die = Math.random();', 'Math.random'],
    ['the environment', 'packages/core/src/base/planted.ts', 'export const home = process.env.HOME;', 'process'],
    ['a second JSON reader', 'packages/core/src/base/planted.ts', "export const x = JSON.parse('1');", 'JSON.parse'],
    ['code from text', 'packages/core/src/base/planted.ts', "export const f = new Function('return 1');", 'Function'],
    [
      'a name of node:crypto that is not listed',
      'packages/core/src/base/planted.ts',
      "import { randomBytes } from 'node:crypto';",
      'randomBytes is not listed',
    ],
    [
      'a listed name of node:crypto under another',
      'packages/core/src/base/planted.ts',
      "import { webcrypto as chance } from 'node:crypto';",
      'webcrypto as chance',
    ],
    [
      'all of node:crypto',
      'packages/core/src/base/planted.ts',
      "import * as all from 'node:crypto';",
      '* is not listed',
    ],
    [
      'all of node:crypto, passed on',
      'packages/core/src/base/planted.ts',
      "export * from 'node:crypto';",
      '* is not listed',
    ],
    [
      'node:crypto loaded later',
      'packages/core/src/base/planted.ts',
      "await import('node:crypto');",
      '* is not listed',
    ],
    [
      'a member of the Web Crypto that may only be handed on',
      'packages/core/src/base/planted.ts',
      "import { webcrypto } from 'node:crypto';\nwebcrypto.randomUUID();",
      'webcrypto.randomUUID',
    ],
    ['the global crypto', 'packages/core/src/base/planted.ts', 'export const id = crypto.randomUUID();', 'crypto'],
    ['the clock as text', 'packages/core/src/base/planted.ts', 'export const now = Date();', 'Date()'],
    ['the clock in brackets', 'packages/core/src/base/planted.ts', 'export const now = new (Date)();', '(Date)'],
    [
      'the clock by an empty spread',
      'packages/core/src/base/planted.ts',
      'export const now = new Date(...[]);',
      'new Date(...[])',
    ],
    ['the clock under another name', 'packages/core/src/base/planted.ts', 'export const Clock = Date;', 'Clock = Date'],
    [
      'chance by its name as text',
      'packages/core/src/base/planted.ts',
      "export const die = Math['random']();",
      "Math['random']",
    ],
    [
      'the second JSON reader taken out',
      'packages/core/src/base/planted.ts',
      'const { parse } = JSON;',
      '{ parse } = JSON',
    ],
    [
      'the second JSON reader handed on',
      'packages/core/src/base/planted.ts',
      'export const readers = { JSON };',
      'JSON',
    ],
    [
      'the constructor of a function',
      'packages/core/src/base/planted.ts',
      "(() => {}).constructor('return 1');",
      'constructor',
    ],
    [
      'the constructor by its name as text',
      'packages/core/src/base/planted.ts',
      "(() => {})['constructor']('return 1');",
      'constructor',
    ],
    [
      'the constructor taken out',
      'packages/core/src/base/planted.ts',
      'const { constructor: make } = () => {};',
      'constructor',
    ],
    ['a dynamic import of a template', 'packages/core/src/base/planted.ts', 'await import(`node:fs`);', 'core is pure'],
    [
      'a dynamic import of a built template',
      'packages/core/src/base/planted.ts',
      'export const load = (name: string) => import(`node:${name}`);',
      'import(`node:${name}`)',
    ],
    [
      'a dynamic import of a variable',
      'packages/core/src/base/planted.ts',
      'export const load = (pkijs: string) => import(pkijs);',
      'import(pkijs)',
    ],
    [
      'the place of the file',
      'packages/core/src/base/planted.ts',
      'export const here = import.meta.url;',
      'import.meta',
    ],
    [
      'the machine',
      'packages/core/src/base/planted.ts',
      'export const cores = navigator.hardwareConcurrency;',
      'navigator',
    ],
    ['the event loop', 'packages/core/src/base/planted.ts', 'queueMicrotask(() => {});', 'queueMicrotask'],
    ['a global in an object', 'packages/core/src/base/planted.ts', 'export const world = { fetch };', 'fetch'],
    [
      'a global made to look like ours by a declaration',
      'packages/core/src/base/planted.ts',
      'declare const Deno: () => void;\nDeno();',
      'Deno',
    ],
    [
      'a global made to look like ours by a parameter',
      'packages/core/src/base/planted.ts',
      'export const f = (process: string) => 1;\nprocess.exit();',
      'process',
    ],
  ])('%s is caught', (_, file, text, reason) => {
    const breaches = findBreaches(new Map([[file, text]]));
    expect(breaches).toHaveLength(1);
    expect(breaches[0]).toContain(file);
    expect(breaches[0]).toContain(reason);
  });

  test('what is pure passes', () => {
    const pure = `
      import { createHash, type KeyObject, webcrypto } from 'node:crypto';
      import type { randomBytes } from 'node:crypto';
      import { CryptoEngine } from 'pkijs';
      interface Bag<T> { readonly process: T; readonly fetch: typeof fetch; at(navigator: Date): void }
      class Refusal<T> extends Error implements Bag<T> { process = 1; fetch() { return this.constructor.name; } }
      export const engine = new CryptoEngine({ crypto: webcrypto });
      export const later = (time: number, { console: words }: Record<string, string>): Date[] =>
        [new Date(Math.max(time, 0)), new Date(Date.parse(words ?? JSON.stringify({ process: 1 })))];
    `;
    expect(findBreaches(new Map([['packages/core/src/base/planted.ts', pure]]))).toEqual([]);
  });

  test('finds a cycle of values or types', () => {
    const cycle = (keyword: string): Sources =>
      new Map([
        ['packages/core/src/base/a.ts', "import { b } from './b.ts';"],
        ['packages/core/src/base/b.ts', `import ${keyword} { a } from './a.ts';`],
      ]);
    expect(findBreaches(cycle(''))).toHaveLength(1);
    expect(findBreaches(cycle('type'))).toHaveLength(1);
  });
});

test('every file that CONTRIBUTING.md sends its readers to is there', () => {
  const [, table = ''] = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8').split('## Twelve questions');
  const named = [...table.matchAll(/`((?:docs|test|core|scan|mcp|registry|client|cli)\/[^`]*)`/g)].map(
    ([, name = '']) => name,
  );
  const paths = named.map(name => (/^(docs|test)\//.test(name) ? name : `packages/${name}`));
  expect(
    paths.filter(file => !file.includes('FAMILY') && !file.endsWith('/') && !existsSync(path.join(ROOT, file))),
  ).toEqual([]);
  expect(table.match(/^\| [^|-]/gm)).toHaveLength(13);
});
