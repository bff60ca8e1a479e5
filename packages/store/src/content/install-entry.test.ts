import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { ToolmarkError } from '@toolmark/core';
import { beforeEach, describe, expect, test } from 'vitest';
import { rejectionOf } from '../../../../test/refusal.ts';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { installEntry, USED } from './install-entry.ts';
import { listStore } from './list-store.ts';

const KEY = 'ab'.repeat(32);
let store: string;
beforeEach(() => {
  store = path.join(temporaryFolder(), 'store');
});

const install = (build: (folder: string) => Promise<void> | void, key = KEY) =>
  installEntry(store, 'npm', key, async folder => build(folder), {}, { name: 'a@1', packages: 3 });

const writeOne = (folder: string): void => writeFileSync(path.join(folder, 'a.txt'), 'a');

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: as the system says it`), { code });
}

/** Nothing of an entry, and nothing in `tmp`. */
async function expectNothing(): Promise<void> {
  expect(await listStore(store)).toEqual([]);
  expect(readdirSync(path.join(store, 'tmp'))).toEqual([]);
}

describe('an entry', () => {
  test('is built once, then found', async () => {
    const content = await install(writeOne);
    expect(content).toBe(path.join(store, 'npm', KEY, 'files'));
    const again = await install(() => {
      throw new Error('built twice');
    });
    expect(again).toBe(content);
    expect(await listStore(store)).toMatchObject([
      { digest: `sha256:${KEY}`, type: 'npm', packages: 3, bytes: 1, name: 'a@1' },
    ]);
  });

  test('that two build at the same time is kept once', async () => {
    const [first, second] = await Promise.all([install(writeOne), install(writeOne)]);
    expect(first).toBe(second);
    expect(readdirSync(path.join(store, 'tmp'))).toEqual([]);
  });

  test('that cannot be built leaves nothing', async () => {
    const failure = new ToolmarkError('package.not-found', 'Not there.');
    const building = install(folder => {
      writeOne(folder);
      mkdirSync(path.join(folder, 'read-only'), { mode: 0o555 });
      throw failure;
    });
    expect(await rejectionOf(building)).toBe(failure);
    await expectNothing();
  });

  test('is not moved into place after the caller gave up', async () => {
    const controller = new AbortController();
    const building = installEntry(store, 'npm', 'key', async () => controller.abort(), { signal: controller.signal });
    expect((await rejectionOf(building)).code).toBe('package.cancelled');
    await expectNothing();
  });

  test.each([
    ['ENOSPC', 'store.no-space'],
    ['EDQUOT', 'store.no-space'],
    ['EACCES', 'store.unwritable'],
    ['EROFS', 'store.unwritable'],
  ])('that fails with %s is refused as %s', async (system, code) => {
    expect((await rejectionOf(install(() => Promise.reject(systemError(system))))).code).toBe(code);
    await expectNothing();
  });

  test.each<[string, (folder: string) => void]>([
    ['an absolute link', folder => symlinkSync('/etc', path.join(folder, 'link'))],
    ['a link that leaves it', folder => symlinkSync('../../outside', path.join(folder, 'link'))],
    ['a link to itself', folder => symlinkSync('.', path.join(folder, 'link'))],
    ['a name that Windows takes for a path', folder => writeFileSync(path.join(folder, 'a\\b'), '')],
    ['a pipe', folder => void execFileSync('mkfifo', [path.join(folder, 'pipe')])],
  ])('with %s is refused', async (_what, build) => {
    expect((await rejectionOf(install(build))).code).toBe('package.unsafe-path');
    await expectNothing();
  });

  test('does not share a file with the cache of an installer', async () => {
    const cached = path.join(temporaryFolder(), 'cached');
    writeFileSync(cached, 'as installed');
    const content = await install(folder => linkSync(cached, path.join(folder, 'file')));
    writeFileSync(cached, 'changed');
    expect(readFileSync(path.join(content, 'file'), 'utf8')).toBe('as installed');
    expect(lstatSync(cached).mode & 0o200).toBe(0o200);
  });

  test('is marked as used at most once a day', async () => {
    const content = await install(writeOne);
    const marker = path.join(path.dirname(content), USED);
    const [hour, week] = [Date.now() / 1000 - 3_600, Date.now() / 1000 - 7 * 86_400];
    for (const [before, isTouched] of [
      [hour, false],
      [week, true],
    ] as const) {
      utimesSync(marker, before, before);
      await install(writeOne);
      expect(lstatSync(marker).mtimeMs / 1000 > before + 1).toBe(isTouched);
    }
  });
});

describe('the folder of the store', () => {
  test('is closed to others', async () => {
    await install(writeOne);
    expect(lstatSync(store).mode & 0o777).toBe(0o700);
  });

  test.runIf(process.platform !== 'win32')('is closed to writers if it was open', async () => {
    mkdirSync(store);
    chmodSync(store, 0o777);
    await install(writeOne);
    expect(lstatSync(store).mode & 0o777).toBe(0o755);
  });

  test.runIf(process.platform !== 'win32')('is refused if it is one that everybody uses, and not closed', async () => {
    mkdirSync(store);
    chmodSync(store, 0o1777);
    expect((await rejectionOf(install(writeOne))).code).toBe('store.unsafe');
    expect(lstatSync(store).mode & 0o7777).toBe(0o1777);
  });

  test.each(['npm', 'tmp'])('is refused with a link named %s in it', async name => {
    mkdirSync(store);
    const elsewhere = temporaryFolder();
    symlinkSync(elsewhere, path.join(store, name));
    expect((await rejectionOf(install(writeOne))).code).toBe('store.damaged');
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('is refused if it is a file', async () => {
    writeFileSync(store, '');
    expect((await rejectionOf(install(writeOne))).code).toBe('store.damaged');
  });

  test.runIf(process.getuid !== undefined && process.getuid() !== 0)(
    'is refused if it cannot be written to',
    async () => {
      mkdirSync(store, { mode: 0o500 });
      expect((await rejectionOf(install(writeOne))).code).toBe('store.unwritable');
      expect(existsSync(path.join(store, 'npm'))).toBe(false);
    },
  );
});
