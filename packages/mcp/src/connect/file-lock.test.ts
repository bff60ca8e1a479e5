import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rejectionOf } from '../../../../test/refusal.ts';
import { withFileLock } from './file-lock.ts';
import { describeHolder } from './lock-holder.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'toolmark-file-lock-'));
  file = path.join(folder, 'list');
  writeFileSync(file, '');
});
afterEach(() => rmSync(folder, { recursive: true }));

const append = (text: string): void => writeFileSync(file, `${readFileSync(file, 'utf8')}${text}\n`);

/** What the lock file of a process in the same container holds; its other words are ours. */
async function lockOf(pid: number | undefined): Promise<string> {
  const own = await withFileLock(file, () => readFileSync(`${file}.lock`, 'utf8'));
  return own.replace(/^\d+ \d+/, `${pid} 1`);
}

describe('a file that is read, changed and written under a lock', () => {
  test('keeps the change of each of many that come at one time', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `entry-${index}`);
    await Promise.all(names.map(name => withFileLock(file, () => append(name))));
    expect(readFileSync(file, 'utf8').trim().split('\n').sort()).toEqual(names.sort());
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  test('has one lock, also through a link', async () => {
    const link = path.join(folder, 'link');
    symlinkSync(file, link);
    const inside = await withFileLock(link, () => existsSync(`${file}.lock`));
    expect(inside).toBe(true);
  });

  test('is free again after work that failed', async () => {
    await expect(withFileLock(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  test('is refused where the folder does not exist', async () => {
    expect((await rejectionOf(withFileLock(path.join(folder, 'no', 'file'), () => 1))).code).toBe('output.unwritable');
  });
});

describe('a lock that its holder left behind', () => {
  test('is taken over from a process that was killed', async () => {
    const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const text = await lockOf(holder.pid);
    const ended = new Promise(resolve => holder.once('exit', resolve));
    holder.kill('SIGKILL');
    await ended;
    writeFileSync(`${file}.lock`, text);
    await withFileLock(file, () => append('mine'), { staleMs: 3_600_000 });
    expect(readFileSync(file, 'utf8')).toBe('mine\n');
  });

  test('is taken over by one of many, and no change is lost', async () => {
    writeFileSync(`${file}.lock`, await lockOf(spawnSync('true').pid));
    const names = Array.from({ length: 20 }, (_, index) => `entry-${index}`);
    await Promise.all(names.map(name => withFileLock(file, () => append(name))));
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(20);
    expect(existsSync(`${file}.lock.takeover`)).toBe(false);
  });

  test.each([
    [
      'of another machine',
      async () => (await lockOf(spawnSync('true').pid)).replace(/^(\d+ 1) \S*/, '$1 another-boot'),
    ],
    ['of an unknown machine', async () => (await lockOf(spawnSync('true').pid)).replace(/^(\d+ 1) \S*/, '$1 ')],
    ['of another container', () => '1 1 boot pid:[1] 00\n'],
    ['that is empty', () => ''],
    ['of a process that does not end', () => lockOf(process.ppid)],
  ])('%s counts until it has stayed unchanged for long enough', async (_, text) => {
    const left = await text();
    writeFileSync(`${file}.lock`, left);
    expect((await rejectionOf(withFileLock(file, () => 1, { staleMs: 3_600_000, giveUpMs: 0 }))).code).toBe(
      'output.in-use',
    );
    expect(readFileSync(`${file}.lock`, 'utf8')).toBe(left);
    expect(await withFileLock(file, () => 1, { staleMs: 0 })).toBe(1);
  });

  test('does not block when a process was killed while it took over', async () => {
    writeFileSync(`${file}.lock`, await lockOf(spawnSync('true').pid));
    writeFileSync(`${file}.lock.takeover`, 'left');
    expect(await withFileLock(file, () => 1, { staleMs: 0 })).toBe(1);
  });

  test('is noticed by a holder that was stopped for too long, before it writes', async () => {
    const work = withFileLock(file, stillHeld => {
      writeFileSync(`${file}.lock`, 'of another process');
      stillHeld();
    });
    expect((await rejectionOf(work)).code).toBe('output.in-use');
    expect(readFileSync(`${file}.lock`, 'utf8')).toBe('of another process');
  });
});

test('a holder is described by its process', () => {
  expect(describeHolder()).toMatch(new RegExp(`^${process.pid} \\d+ `));
});
