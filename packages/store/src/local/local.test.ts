import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, realpathSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Finding } from '@toolmark/core';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import type { Context } from '../context.ts';
import type { Resolved } from '../ecosystem.ts';
import { local } from './local.ts';

const isRoot = process.getuid?.() === 0;
const isWindows = process.platform === 'win32';

/** A folder with these files; a value that starts with `-> ` is a link. */
function folderWith(files: Readonly<Record<string, string>>, folder = temporaryFolder()): string {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    if (content.startsWith('-> ')) symlinkSync(content.slice(3), file);
    else writeFileSync(file, content);
  }
  return folder;
}

const SERVER = { 'server.js': 'import "./lib/a.js";', 'lib/a.js': 'a', 'package.json': '{"type":"module"}' };

function contextOf(cwd: string, notes: Finding[] = []): Context {
  return { store: path.join(cwd, 'store'), cwd, env: { PATH: cwd }, onNote: note => notes.push(note) };
}

function resolve(cwd: string, file = 'server.js', runs: 'with-node' | 'itself' = 'with-node'): Promise<Resolved> {
  const wanted = { type: 'path' as const, file, ...(runs === 'itself' ? {} : { interpreter: 'node' }) };
  return local.resolve(wanted, contextOf(cwd));
}

async function digestOf(folder: string, file?: string): Promise<string> {
  const { package: found } = await resolve(folder, file);
  return found.type === 'path' ? found.integrity : found.type;
}

describe('the digest of a folder changes with', () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ['the entry file', { 'server.js': 'other' }],
    ['a file below', { 'lib/a.js': 'b' }],
    ['package.json', { 'package.json': '{"type":"commonjs"}' }],
    ['a new file', { 'lib/b.mjs': '' }],
    ['a new native module', { 'build/x.node': '' }],
    ['a link to a file inside', { 'b.js': '-> lib/a.js' }],
    ['a name that looks like two lines', { 'lib/x\n0000  y.js': '' }],
    ['code in a folder that looks like a skipped one', { 'node_modules2/a.js': '' }],
  ])('%s', async (_, change) => {
    const before = await digestOf(folderWith(SERVER));
    expect(await digestOf(folderWith(change, folderWith(SERVER)))).not.toBe(before);
  });
});

describe('the digest of a folder stays with', () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ['texts and data', { 'README.md': 'x', 'data.json': '{}', 'server.log': 'x' }],
    ['installed packages', { 'node_modules/a/index.js': 'x' }],
    ['a virtual environment', { '.venv/lib/a.py': 'x', 'venv/lib/a.py': 'x', '__pycache__/a.py': 'x' }],
    ['hidden folders', { '.git/hooks/a.js': 'x', '.cache/b.js': 'x' }],
    ['a link to its own folder', { 'lib/again': '-> ..' }],
    ['two links to each other', { 'a.js': '-> b.js', 'b.js': '-> a.js' }],
    ['a link to nothing', { 'a.js': '-> nothing.js' }],
    ['a folder with the name of a file', { 'folder.js/README': 'x' }],
  ])('%s', async (_, addition) => {
    const before = await digestOf(folderWith(SERVER));
    expect(await digestOf(folderWith(addition, folderWith(SERVER)))).toBe(before);
  });

  test('another order of creation, and another place', async () => {
    const reversed = Object.fromEntries(Object.entries(SERVER).reverse());
    expect(await digestOf(folderWith(reversed))).toBe(await digestOf(folderWith(SERVER)));
  });

  test('a link as the entry file', async () => {
    const folder = folderWith(SERVER);
    const other = folderWith({ 'start.js': `-> ${path.join(folder, 'server.js')}`, 'unrelated.js': 'x' });
    expect(await digestOf(other, 'start.js')).toBe(await digestOf(folder));
  });
});

test.skipIf(isWindows)('the digest is what sha256sum says (needs a shell)', async () => {
  const folder = folderWith(SERVER);
  const command = 'sha256sum $(find * -type f | LC_ALL=C sort) | sha256sum';
  const { stdout } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
  expect(await digestOf(folder)).toBe(`sha256:${stdout.slice(0, 64)}`);
});

test('a folder that is started is digested itself', async () => {
  const folder = folderWith(SERVER);
  expect(await digestOf(path.dirname(folder), path.basename(folder))).toBe(await digestOf(folder));
  expect(await digestOf(folder, '.')).toBe(await digestOf(folder));
});

test('a link out of the folder is left out, with a note', async () => {
  const outside = folderWith({ 'x.js': 'x' });
  const folder = folderWith({ ...SERVER, 'x.js': `-> ${outside}/x.js`, shared: `-> ${outside}` });
  const notes: Finding[] = [];
  const resolved = await local.resolve(
    { type: 'path', file: 'server.js', interpreter: 'node' },
    contextOf(folder, notes),
  );
  expect(resolved.package).toMatchObject({ integrity: await digestOf(folderWith(SERVER)) });
  expect(notes).toMatchObject([
    { code: 'package.link-outside', message: expect.stringContaining('"shared" and 1 more') },
  ]);
});

test('the result contains no path', async () => {
  const folder = folderWith(SERVER);
  const resolved = await resolve(folder, path.join(folder, 'server.js'));
  expect(resolved).toEqual({
    package: { type: 'path', name: 'server.js', integrity: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
    needsScripts: [],
  });
});

describe('a program without an interpreter', () => {
  test('is pinned alone, also when it is found on PATH', async () => {
    const folder = folderWith({ 'my-server': '#!/bin/sh\n', 'beside.js': 'x' });
    chmodSync(path.join(folder, 'my-server'), 0o755);
    const byPath = await resolve(folder, './my-server', 'itself');
    folderWith({ 'beside.js': 'y' }, folder);
    expect(byPath.package).toMatchObject({ type: 'path', name: 'my-server' });
    expect((await resolve(folder, 'my-server', 'itself')).package).toEqual(byPath.package);
  });

  test('that is not on PATH is refused', async () => {
    await expect(resolve(temporaryFolder(), 'my-server', 'itself')).rejects.toMatchObject({
      code: 'package.not-found',
    });
  });
});

describe('too much code is unpinned, with the reason', () => {
  test('too many files', async () => {
    const files = Array.from({ length: 2_000 }, (_, i) => [`lib/${i}.js`, ''] as const);
    const folder = folderWith({ ...Object.fromEntries(files), 'server.js': '' });
    expect((await resolve(folder)).package).toEqual({
      type: 'unpinned',
      reason: 'There are too many files in the folder of "server.js".',
    });
  });

  test('too many bytes', async () => {
    const folder = folderWith({ ...SERVER, 'huge.wasm': '' });
    truncateSync(path.join(folder, 'huge.wasm'), 64 * 1024 * 1024);
    expect((await resolve(folder)).package).toEqual({
      type: 'unpinned',
      reason: 'The code in the folder of "server.js" exceeds 64 MiB.',
    });
  });
});

describe('what cannot be read is refused', () => {
  test.each<[string, string, string]>([
    ['a missing entry file', 'nothing.js', 'package.not-found'],
    ['an entry file below a file', 'server.js/x.js', 'package.not-found'],
    ['a loop of links as the entry file', 'a.js', 'package.unreadable'],
    ['a name with a NUL', 'a\0.js', 'package.unreadable'],
  ])('%s', async (_, file, code) => {
    const folder = folderWith({ ...SERVER, 'a.js': '-> b.js', 'b.js': '-> a.js' });
    const refusal = await resolve(folder, file).catch(error => error);
    expect(refusal).toMatchObject({ code });
    expect(refusal.message).not.toContain(realpathSync(folder));
  });

  test.skipIf(isRoot || isWindows)('a file without permission (not as root)', async () => {
    const folder = folderWith(SERVER);
    chmodSync(path.join(folder, 'lib/a.js'), 0);
    await expect(resolve(folder)).rejects.toMatchObject({ code: 'package.unreadable' });
  });

  test.skipIf(isWindows)('a pipe as the entry file, without waiting for a writer', async () => {
    const folder = temporaryFolder();
    expect(spawnSync('mkfifo', [path.join(folder, 'server.js')]).status).toBe(0);
    await expect(resolve(folder)).rejects.toMatchObject({ code: 'package.unreadable' });
  });
});

describe('to start a program', () => {
  const launch = { command: 'node', args: ['server.js', '--port', '1'] };
  const wanted = { type: 'path', file: 'server.js', interpreter: 'node' } as const;

  test('takes its command as it is, and notes changed files', async () => {
    const folder = folderWith(SERVER);
    const notes: Finding[] = [];
    const { package: pinned } = await resolve(folder);
    if (pinned.type !== 'path') throw new Error('It is not pinned.');
    const context = contextOf(folder, notes);
    expect(await local.prepare(pinned, undefined, wanted, launch, context)).toEqual(launch);
    expect(notes).toEqual([]);
    folderWith({ 'lib/a.js': 'changed' }, folder);
    expect(await local.prepare(pinned, undefined, wanted, launch, context)).toEqual(launch);
    expect(notes).toMatchObject([{ code: 'package.files', severity: 'info' }]);
  });
});
