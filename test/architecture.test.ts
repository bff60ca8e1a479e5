import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findViolations, type Sources } from './architecture.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Tests and their support may reach further: they are not shipped. */
const NOT_PRODUCT = /\.test\.ts$|\.gen\.d\.ts$|\/test-rules\.ts$/;

function productSources(): Sources {
  const files = readdirSync(path.join(ROOT, 'packages'), { recursive: true, encoding: 'utf8' })
    .map(file => `packages/${file.replaceAll('\\', '/')}`)
    .filter(file => /^packages\/[a-z]+\/src\/.*\.ts$/.test(file) && !NOT_PRODUCT.test(file));
  return new Map(files.map(file => [file, readFileSync(path.join(ROOT, file), 'utf8')]));
}

describe('the rules of ARCHITECTURE.md', () => {
  const sources = productSources();

  test('hold for every source file', () => {
    expect(sources.size).toBeGreaterThan(80);
    expect(findViolations(sources)).toEqual([]);
  });

  test('every error class sets its own name', () => {
    const errors = [...sources.values()].flatMap(text =>
      [...text.matchAll(/class (\w+) extends \w*Error \{\n(.*)/g)].map(([, name, first = '']) => ({ name, first })),
    );
    expect(errors.length).toBeGreaterThan(4);
    for (const { name, first } of errors) expect(first).toContain(`override readonly name: string = '${name}';`);
  });

  test('no source uses URL.canParse, whose answer changes in Node 20 once it is optimised', () => {
    const callers = [...sources].filter(([, text]) => /URL\.canParse\(/.test(text)).map(([file]) => file);
    expect(callers).toEqual([]);
  });

  test('[architecture.pure] a wrong import added to the real files is found', () => {
    const planted = new Map([
      ...sources,
      ['packages/core/src/base/planted.ts', "import { lock } from '../lock/index.ts';"],
    ]);
    expect(findViolations(planted)).toEqual([expect.stringContaining('lock does not come before base')]);
  });

  test.each([
    [
      'a file system import in core',
      'packages/core/src/base/planted.ts',
      "import 'node:fs';",
      'only the listed modules',
    ],
    [
      'a dynamic import in core',
      'packages/core/src/base/planted.ts',
      "await import('node:net');",
      'only the listed modules',
    ],
    [
      'an import of the folder for bundles elsewhere in core',
      'packages/core/src/sign/planted.ts',
      "import { pae } from './attestation/pae.ts';",
      'only attestation.ts',
    ],
    [
      'an import of the library for bundles elsewhere in core',
      'packages/core/src/sign/planted.ts',
      "import '@sigstore/verify';",
      'only the listed modules',
    ],
    [
      'an import of a later folder',
      'packages/core/src/base/planted.ts',
      "import { validate } from '../validate/index.ts';",
      'does not come before',
    ],
    [
      'a re-export of a later folder',
      'packages/core/src/describe/planted.ts',
      "export { validate } from '../validate/index.ts';",
      'does not come before',
    ],
    [
      'an import past the index.ts of a folder',
      'packages/core/src/validate/planted.ts',
      "import { jcs } from '../base/jcs.ts';",
      'only through its index.ts',
    ],
    [
      'an import of a later folder in mcp',
      'packages/mcp/src/connect/planted.ts',
      "import { Guard } from '../proxy/guard.ts';",
      'proxy does not come before connect',
    ],
    [
      'a folder that imports the index of the package',
      'packages/core/src/lock/planted.ts',
      "import { jcs } from '../index.ts';",
      'index.ts of its package',
    ],
    ['a package by path', 'packages/cli/src/planted.ts', "import { jcs } from '../../core/src/index.ts';", 'by name'],
    [
      'core importing another package',
      'packages/core/src/base/planted.ts',
      "import '@toolmark/mcp';",
      'may not import',
    ],
    ['the registry importing mcp', 'packages/registry/src/planted.ts', "import '@toolmark/mcp';", 'may not import'],
    ['the clock', 'packages/core/src/base/planted.ts', 'export const now = Date.now();', 'Date.now'],
    ['the current date', 'packages/core/src/base/planted.ts', 'export const now = new Date();', 'new Date()'],
    ['randomness', 'packages/core/src/base/planted.ts', 'export const die = Math.random();', 'Math.random'],
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
      'a listed name of node:crypto, renamed',
      'packages/core/src/base/planted.ts',
      "import { webcrypto as random } from 'node:crypto';",
      'webcrypto as random',
    ],
    [
      'all of node:crypto',
      'packages/core/src/base/planted.ts',
      "import * as all from 'node:crypto';",
      '* is not listed',
    ],
    [
      'all of node:crypto, re-exported',
      'packages/core/src/base/planted.ts',
      "export * from 'node:crypto';",
      '* is not listed',
    ],
    [
      'a dynamic import of node:crypto',
      'packages/core/src/base/planted.ts',
      "await import('node:crypto');",
      '* is not listed',
    ],
    [
      'a member of webcrypto, which may only be passed on',
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
      'randomness by a computed member',
      'packages/core/src/base/planted.ts',
      "export const die = Math['random']();",
      "Math['random']",
    ],
    [
      'a second JSON reader by destructuring',
      'packages/core/src/base/planted.ts',
      'const { parse } = JSON;',
      '{ parse } = JSON',
    ],
    [
      'a second JSON reader in an object',
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
      'the constructor by a computed member',
      'packages/core/src/base/planted.ts',
      "(() => {})['constructor']('return 1');",
      'constructor',
    ],
    [
      'the constructor by destructuring',
      'packages/core/src/base/planted.ts',
      'const { constructor: make } = () => {};',
      'constructor',
    ],
    [
      'a dynamic import of a template',
      'packages/core/src/base/planted.ts',
      'await import(`node:fs`);',
      'only the listed modules',
    ],
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
      'the path of the file',
      'packages/core/src/base/planted.ts',
      'export const here = import.meta.url;',
      'import.meta',
    ],
    [
      'the number of cores',
      'packages/core/src/base/planted.ts',
      'export const cores = navigator.hardwareConcurrency;',
      'navigator',
    ],
    ['the event loop', 'packages/core/src/base/planted.ts', 'queueMicrotask(() => {});', 'queueMicrotask'],
    ['a global in an object', 'packages/core/src/base/planted.ts', 'export const network = { fetch };', 'fetch'],
    [
      'a global that a declaration hides',
      'packages/core/src/base/planted.ts',
      'declare const Deno: () => void;\nDeno();',
      'Deno',
    ],
    [
      'a global that a parameter hides',
      'packages/core/src/base/planted.ts',
      'export const f = (process: string) => 1;\nprocess.exit();',
      'process',
    ],
  ])('reports %s', (_, file, text, reason) => {
    const violations = findViolations(new Map([[file, text]]));
    expect(violations).toHaveLength(1);
    expect(violations[0]).toContain(file);
    expect(violations[0]).toContain(reason);
  });

  test('accepts pure code', () => {
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
    expect(findViolations(new Map([['packages/core/src/base/planted.ts', pure]]))).toEqual([]);
  });

  test('finds a cycle of values or types', () => {
    const cycle = (keyword: string): Sources =>
      new Map([
        ['packages/core/src/base/a.ts', "import { b } from './b.ts';"],
        ['packages/core/src/base/b.ts', `import ${keyword} { a } from './a.ts';`],
      ]);
    expect(findViolations(cycle(''))).toHaveLength(1);
    expect(findViolations(cycle('type'))).toHaveLength(1);
  });
});

test('every file that CONTRIBUTING.md names exists', () => {
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
