import { chmodSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { rejectionOf } from '../../../../test/refusal.ts';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { installEntry, USED } from './install-entry.ts';
import { listStore } from './list-store.ts';
import { pruneStore } from './prune-store.ts';
import { verifyStore } from './verify-store.ts';

const DAY_MS = 86_400_000;
let store: string;

/** The key of an entry: a digest, and perhaps a platform. */
const keyOf = (name: string, rest = ''): string => name.padEnd(64, '0') + rest;
const digestOf = (name: string): string => `sha256:${keyOf(name)}`;
beforeEach(() => {
  store = temporaryFolder();
});

async function add(key: string): Promise<string> {
  return installEntry(store, 'npm', key, async folder => writeFileSync(path.join(folder, 'a'), key), {});
}

const digests = async (): Promise<string[]> => (await listStore(store)).map(({ digest }) => digest);

describe('a store', () => {
  test('that does not exist has nothing to list, verify or remove', async () => {
    store = path.join(store, 'none');
    expect(await listStore(store)).toEqual([]);
    expect(await verifyStore(store)).toEqual({ ok: true, bad: [] });
    expect(await pruneStore(store, { keep: new Set(), now: 0 })).toEqual({ removed: [] });
  });

  test('that is a file is refused', async () => {
    const file = path.join(store, 'npm');
    writeFileSync(file, '');
    for (const folder of [store, file]) {
      expect((await rejectionOf(listStore(folder))).code).toBe('store.damaged');
      expect((await rejectionOf(verifyStore(folder))).code).toBe('store.damaged');
    }
  });

  test('keeps what is wanted and what was used lately', async () => {
    for (const key of ['aa', 'bb', 'cc']) await add(keyOf(key, '-linux-x64'));
    const now = Date.now();
    const old = (now - 40 * DAY_MS) / 1000;
    for (const key of ['aa', 'bb']) utimesSync(path.join(store, 'npm', keyOf(key, '-linux-x64'), USED), old, old);
    const removed = await pruneStore(store, { keep: new Set([digestOf('aa')]), olderThanMs: 30 * DAY_MS, now });
    expect(removed).toEqual({ removed: [digestOf('bb')] });
    expect(await digests()).toEqual([digestOf('aa'), digestOf('cc')]);
  });

  test('loses damaged entries, also wanted ones', async () => {
    const content = await add(keyOf('aa'));
    await add(keyOf('bb'));
    chmodSync(path.join(content, 'a'), 0o644);
    writeFileSync(path.join(content, 'a'), 'xx');
    await add(keyOf('cc'));
    rmSync(path.join(store, 'npm', keyOf('cc'), 'manifest.json'));
    mkdirSync(path.join(store, 'npm', keyOf('dd')));
    writeFileSync(path.join(store, 'npm', keyOf('ee')), 'not a folder');
    const { ok, bad } = await verifyStore(store);
    expect([ok, bad.map(({ digest, code }) => `${digest.slice(0, 9)} ${code}`)]).toEqual([
      false,
      ['sha256:aa store.changed', 'sha256:cc store.damaged', 'sha256:dd store.damaged', 'sha256:ee store.damaged'],
    ]);
    const keep = new Set(['aa', 'bb', 'cc', 'dd', 'ee'].map(digestOf));
    const { removed } = await pruneStore(store, { keep, now: Date.now() });
    expect(removed).toEqual(['aa', 'cc', 'dd', 'ee'].map(digestOf));
    expect(readdirSync(path.join(store, 'npm'))).toEqual([keyOf('bb')]);
    expect(await verifyStore(store)).toEqual({ ok: true, bad: [] });
  });

  test('in a folder with other files leaves them alone', async () => {
    await add(keyOf('aa'));
    const project = path.join(store, 'npm', 'project');
    mkdirSync(project);
    expect(await verifyStore(store)).toEqual({ ok: true, bad: [] });
    expect(await pruneStore(store, { keep: new Set(), now: Date.now() + DAY_MS })).toEqual({
      removed: [digestOf('aa')],
    });
    expect(readdirSync(path.join(store, 'npm'))).toEqual(['project']);
  });
});
