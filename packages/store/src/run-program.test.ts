import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ToolmarkError } from '@toolmark/core';
import { describe, expect, test } from 'vitest';
import { rejectionOf } from '../../../test/refusal.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { runProgram } from './run-program.ts';

const program = (script: string, command = process.execPath) => ({
  title: 'a script',
  command,
  args: ['-e', script],
  cwd: process.cwd(),
  env: { ONLY: 'this' },
});

/** A process that starts another one, prints both PIDs and never ends. */
const FOREVER = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
  console.log(process.pid, child.pid);
  setInterval(() => {}, 1000);
`;

describe('a program', () => {
  test('runs with the given environment alone, and without input', async () => {
    const script =
      'process.stdin.on("data", () => {}).on("end", () => { console.log(process.env.ONLY, Object.keys(process.env).length); console.error("e"); process.exitCode = 3; })';
    const { exitCode, stdout, stderr } = await runProgram(program(script), {});
    expect([exitCode, stderr.toString()]).toEqual([3, 'e\n']);
    expect(stdout.toString()).toMatch(/^this [1-3]\n$/);
  });

  test('that does not exist is refused', async () => {
    expect((await rejectionOf(runProgram(program('', '/nowhere/program'), {}))).code).toBe('package.resolver-missing');
  });

  test('that takes too long is ended with what it started', async () => {
    const error = await rejectionOf(runProgram(program(FOREVER), { timeoutMs: 1500 }));
    expect(error.code).toBe('package.timeout');
  });

  test('that the caller no longer wants is ended with what it started', async () => {
    const reason = new ToolmarkError('server.cancelled', 'No longer wanted.');
    const controller = new AbortController();
    // `close` comes only after both processes have closed the pipe, so this ends only if both were killed.
    const running = runProgram(program(FOREVER), { signal: controller.signal });
    controller.abort(reason);
    expect(await rejectionOf(running)).toBe(reason);
    expect((await rejectionOf(runProgram(program('0'), { signal: controller.signal }))).code).toBe('server.cancelled');
  });

  test('that writes without end is ended', async () => {
    const flood = 'const text = "x".repeat(1 << 20); const write = () => process.stdout.write(text, write); write();';
    expect((await rejectionOf(runProgram(program(flood), {}))).code).toBe('package.resolver-failed');
  });

  test.runIf(process.platform !== 'win32')('ends with this process, if a signal ends it', async () => {
    const url = new URL('./run-program.ts', import.meta.url).href;
    const file = path.join(temporaryFolder(), 'pid');
    const inner = `
      require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid));
      process.kill(process.ppid, 'SIGTERM');
      setInterval(() => {}, 1000);
    `;
    const script = `
      import { runProgram } from '${url}';
      runProgram({ title: 'x', command: process.execPath, args: ['-e', ${JSON.stringify(inner)}], cwd: '/', env: {} }, {});
    `;
    const args = ['--conditions=toolmark-source', '--import', import.meta.resolve('tsx'), '--input-type=module'];
    const { signal } = spawnSync(process.execPath, [...args, '-e', script], { stdio: 'inherit' });
    expect(signal).toBe('SIGTERM');
    await expect.poll(() => isAlive(Number(readFileSync(file, 'utf8')))).toBe(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
