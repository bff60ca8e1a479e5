import { spawnSync } from 'node:child_process';
import { cpSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';

const CLI = path.resolve(import.meta.dirname, '../../packages/cli');
const TOOLMARK = path.join(CLI, 'bin/toolmark.js');
const GOOD = '{"name":"echo","description":"Gives back what it gets.","inputSchema":{"type":"object"}}';

interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe('the built command, as a user runs it', () => {
  let folder: string;
  beforeAll(() => {
    folder = temporaryFolder();
    writeFileSync(path.join(folder, 'good.json'), GOOD);
  });

  function toolmark(args: readonly string[], options: { input?: string; flags?: readonly string[] } = {}): Outcome {
    return spawnSync(process.execPath, [...(options.flags ?? []), TOOLMARK, ...args], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1e9,
      ...(options.input === undefined ? {} : { input: options.input }),
    });
  }

  function write(name: string, content: string | Uint8Array): string {
    writeFileSync(path.join(folder, name), content);
    return name;
  }

  test('it is one file that needs nothing installed beside it', () => {
    const away = path.join(folder, 'away');
    for (const part of ['bin', 'dist', 'package.json'])
      cpSync(path.join(CLI, part), path.join(away, part), { recursive: true });
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [path.join(away, 'bin/toolmark.js'), 'validate', 'good.json'],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    expect(stdout).toContain('good.json  mcp-tool  valid');
    expect(status).toBe(0);
  });

  test('it says what to run where it was installed without scripts and is not built', () => {
    const away = path.join(folder, 'unbuilt');
    for (const part of ['bin', 'package.json'])
      cpSync(path.join(CLI, part), path.join(away, part), { recursive: true });
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(away, 'bin/toolmark.js'), '--help'], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      'toolmark: The command is not built yet. Run "npm run build" in the checkout. [install.not-built]\n',
    );
  });

  test('it reads standard input', () => {
    expect(toolmark(['validate', '-'], { input: GOOD }).status).toBe(0);
    expect(toolmark(['digest', '-', '--format', 'json'], { input: GOOD }).stdout).toContain('"sha256:1e66f86b');
  });

  test('a file of 50 MB is refused in little memory, and its neighbours are still reported', () => {
    const descriptor = openSync(path.join(folder, 'huge.json'), 'w');
    for (let i = 0; i < 50; i++) writeSync(descriptor, `${i === 0 ? '[' : ','}"${'a'.repeat(1_000_000)}"`);
    const outcome = toolmark(['validate', 'huge.json', 'good.json', '--format', 'json'], {
      flags: ['--max-old-space-size=64'],
    });
    expect(outcome.stdout).toContain('json.too-large');
    expect(outcome.stdout).toContain('"good.json"');
    expect(outcome.status).toBe(1);
  });

  test.each([
    ['100,000 levels of nesting', '['.repeat(100_000), 'json.too-deep'],
    ['100,000 members that open objects', '{"a":'.repeat(100_000), 'json.too-deep'],
    ['invalid UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 'json.encoding'],
    ['a lone surrogate', '"\\udc00"', 'json.lone-surrogate'],
    ['an empty file', '', 'json.syntax'],
    ['binary data', Uint8Array.from({ length: 5000 }, (_, i) => i % 251), 'json.encoding'],
  ])('%s is a coded finding', (_, content, code) => {
    const { status, stdout, stderr } = toolmark(['validate', write('bad.json', content), '--format', 'json']);
    expect(JSON.parse(stdout).files[0].findings[0].code).toBe(code);
    expect(stderr).toBe('');
    expect(status).toBe(1);
  });

  test('a folder and a missing file are unreadable, and the good file beside them is reported', () => {
    const { status, stdout } = toolmark(['validate', '.', 'missing.json', 'good.json', '--format', 'json']);
    const { files, error } = JSON.parse(stdout);
    expect(files.map((file: { valid: boolean }) => file.valid)).toEqual([false, false, true]);
    expect(error.code).toBe('input.unreadable');
    expect(status).toBe(2);
  });

  test.each(['text', 'json', 'sarif'])('[output.inert] nothing in a hostile tool can steer a terminal (%s)', format => {
    const hostile = '\u001b[2J\u009b31m\u202egnirts\u200b\u{e0041}\u2028<script>';
    const tool = {
      name: hostile,
      description: hostile,
      inputSchema: { type: hostile, [hostile]: 1 },
      [hostile]: hostile,
    };
    const list = { tools: [tool, { name: 5 }, 7, null], [hostile]: 1 };
    const file = write('hostile.json', JSON.stringify(list));
    const { status, stdout, stderr } = toolmark(['validate', file, '--verbose', '--format', format]);
    const steering = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u{e0000}-\u{e007f}]/u;
    expect(stdout + stderr).not.toMatch(steering);
    expect(status).toBe(1);
  });

  test('a reader may close the pipe early', () => {
    // More text than a pipe holds, from a command whose answer is yes: exit 1 could be an uncaught error as well.
    const tools = Array.from({ length: 5000 }, (_, i) => ({ name: `t${i}`, inputSchema: { type: 'object' } }));
    const many = write('many.json', JSON.stringify({ tools }));
    expect(toolmark(['digest', many]).stdout.length).toBeGreaterThan(300_000);
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['-o', 'pipefail', '-c', `"${process.execPath}" "${TOOLMARK}" digest ${many} | head -n 1`],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    expect(stdout).toBe('tools\n');
    expect(status).toBe(0);
  });

  test.skipIf(process.platform === 'win32')('does not wait for a pipe without a writer', () => {
    spawnSync('mkfifo', [path.join(folder, 'pipe')]);
    const { status, stdout } = toolmark(['validate', 'pipe', 'good.json']);
    expect(stdout).toContain('good.json  mcp-tool  valid');
    expect(status).toBe(1);
  });

  test.skipIf(process.platform !== 'linux')('a full disk is said in a sentence, and is exit 2', () => {
    const command = `"${process.execPath}" "${TOOLMARK}" validate good.json > /dev/full`;
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    expect(stderr).toMatch(/^toolmark: Cannot write the result: .*\[output\.unwritable\]\n$/);
    expect(status).toBe(2);
  });

  test('equal input gives equal bytes', () => {
    const once = toolmark(['validate', 'good.json', '--format', 'sarif']).stdout;
    expect(toolmark(['validate', 'good.json', '--format', 'sarif']).stdout).toBe(once);
  });
});
