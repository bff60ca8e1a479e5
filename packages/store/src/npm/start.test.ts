import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { npx } from '../../../../test/fakes/npm-user.ts';
import { rejectionOf } from '../../../../test/refusal.ts';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { startProgram } from './start.ts';

let content: string;
let folder: string;
beforeEach(() => {
  content = temporaryFolder();
  folder = path.join(content, 'node_modules', '@corp', 'tool');
  mkdirSync(folder, { recursive: true });
});

function install(bin: unknown, files: Readonly<Record<string, string | Uint8Array>> = {}): void {
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: '@corp/tool', version: '1.0.0', bin }));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
}

const start = (bin: string) => startProgram(content, bin, npx('@corp/tool', 'latest', ['--flag']));
const NODE = process.execPath;

describe('a program', () => {
  test.each<[string, readonly string[] | undefined]>([
    ['#!/usr/bin/env node\n', []],
    ['#!/usr/bin/env node\r\n', []],
    ['#! /usr/local/bin/node\n', []],
    [
      '#!/usr/bin/env -S node --no-warnings --max-old-space-size=4096\n',
      ['--no-warnings', '--max-old-space-size=4096'],
    ],
    ['#!/usr/bin/node --enable-source-maps\n', ['--enable-source-maps']],
    ['console.log(1);\n', []],
    ['', []],
    ['#!/bin/sh\n', undefined],
    ['#!/usr/bin/env bun\n', undefined],
    ['#!/usr/bin/env -S deno run\n', undefined],
    ['#!/usr/bin/env nodemon\n', undefined],
    ['\u007fELF\u0002\u0001', undefined],
  ])('whose first line is %j runs with these options of Node: %j', async (line, options) => {
    install('cli.js', { 'cli.js': Buffer.from(line, 'latin1') });
    const entry = path.join(folder, 'cli.js');
    const expected =
      options === undefined
        ? { command: entry, args: ['--flag'] }
        : { command: NODE, args: [...options, entry, '--flag'] };
    expect(await start('tool')).toEqual(expected);
  });

  test.each<[string, unknown, string]>([
    ['a path', 'cli.js', 'tool'],
    ['by name', { other: 'x.js', tool: './cli.js' }, 'tool'],
    ['by a name with a scope', { '@corp/tool': 'cli.js' }, 'tool'],
  ])('is found in package.json as %s', async (_what, bin, name) => {
    install(bin, { 'cli.js': '' });
    expect((await start(name)).args[0]).toBe(path.join(folder, 'cli.js'));
  });

  test.each<[string, unknown, string]>([
    ['a path that leaves the package', '../other/cli.js', 'package.bin-outside'],
    ['an absolute path', '/bin/sh', 'package.bin-outside'],
    ['the package itself', '.', 'package.bin-outside'],
    ['a link that leaves the package', 'link.js', 'package.bin-outside'],
    ['a file that does not exist', 'none.js', 'package.no-bin'],
    ['a number', 1, 'package.no-bin'],
    ['nothing', undefined, 'package.no-bin'],
    ['another name', { other: 'cli.js' }, 'package.no-bin'],
  ])('that is %s is refused', async (_what, bin, code) => {
    install(bin, { 'cli.js': '' });
    mkdirSync(path.join(content, 'node_modules', '@corp', 'other'));
    writeFileSync(path.join(content, 'node_modules', '@corp', 'other', 'cli.js'), '');
    symlinkSync('../other/cli.js', path.join(folder, 'link.js'));
    expect((await rejectionOf(start('tool'))).code).toBe(code);
  });

  test('is refused if package.json is not readable', async () => {
    install('cli.js', { 'package.json': '{"bin":' });
    expect((await rejectionOf(start('tool'))).code).toBe('package.no-bin');
  });
});
