import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';

const DEMO = path.resolve(import.meta.dirname, '../../scripts/demo.ts');

/** Forty processes one after another, on a machine that has other things to do. */
const PATIENCE = 600_000;

const CHAPTERS = [
  'An author publishes two tools',
  'A team finds them, and locks the server that serves them',
  'Their agent works through the guard',
  'The server turns hostile',
  'The incident becomes an advisory',
  'An upgrade, properly',
];

describe('npm run demo', () => {
  let temporary: string;
  beforeEach(() => {
    temporary = temporaryFolder();
  });

  function startDemo(...args: string[]) {
    const env = { ...process.env, TMPDIR: temporary, DATABASE_URL: 'postgres://unused.invalid/none', NO_COLOR: '1' };
    const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), DEMO, ...args], { env });
    return { child, ended: once(child, 'close'), stdout: text(child.stdout), stderr: text(child.stderr) };
  }

  async function runDemo(...args: string[]) {
    const { ended, ...said } = startDemo(...args);
    const [exit] = await ended;
    return { exit, stdout: await said.stdout, stderr: await said.stderr };
  }

  function chaptersOf(stdout: string): string[] {
    return [...stdout.matchAll(/^── (.+?) ─+$/gm)].map(([, title = '']) => title);
  }

  test(
    'runs every step, from publishing to an advisory and an upgrade',
    async () => {
      const { exit, stdout, stderr } = await runDemo();
      expect([exit, stderr]).toEqual([0, '']);
      expect(chaptersOf(stdout)).toEqual(CHAPTERS);
      expect(stdout).toMatch(/\nAll \d+ steps succeeded\. .*\n$/);
      expect(stdout).not.toMatch(/[\u001b\u{e0000}-\u{e007f}]/u);
      expect(stdout).not.toContain(temporary);
      expect(readdirSync(temporary).filter(name => name.startsWith('toolmark-'))).toEqual([]);
    },
    PATIENCE,
  );

  test(
    'fails at the check when the server does not change',
    async () => {
      const { exit, stdout, stderr } = await runDemo('--honest');
      expect(exit).toBe(1);
      expect(stderr).toContain('The demo failed. "acme$ toolmark check" failed: expected exit code 1, got 0;');
      expect(chaptersOf(stdout)).toEqual(CHAPTERS.slice(0, 4));
      expect(readdirSync(temporary).filter(name => name.startsWith('toolmark-'))).toEqual([]);
    },
    PATIENCE,
  );

  test(
    'leaves no process and no file behind when interrupted',
    async () => {
      const { child, ended, stdout, stderr } = startDemo();
      const address = await new Promise<string>(resolve => {
        let said = '';
        child.stdout.on('data', chunk => {
          said += chunk;
          const [, found] = /listening on (https?:[^\s"]+)[\s"]/.exec(said) ?? [];
          if (found !== undefined) resolve(found);
        });
        child.once('close', () => resolve(said));
      });
      expect((await fetch(`${address}/healthz`)).status).toBe(200);
      child.kill('SIGINT');
      expect(await ended).toEqual([130, null]);
      expect([await stderr, await stdout]).toEqual([expect.stringContaining('Interrupted.'), expect.any(String)]);
      await expect(fetch(`${address}/healthz`)).rejects.toThrow();
      expect(readdirSync(temporary).filter(name => name.startsWith('toolmark-'))).toEqual([]);
    },
    PATIENCE,
  );
});
