import { chmodSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { installEntry, USED } from './install-entry.ts';
import { listStore } from './list-store.ts';
import { pruneStore } from './prune-store.ts';
import { verifyStore } from './verify-store.ts';

const DAY_MS = 86_400_000;
let store: string;
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

  test('keeps what is wanted and what was used lately', async () => {
    for (const key of ['aa-linux-x64', 'bb-linux-x64', 'cc-linux-x64']) await add(key);
    const now = Date.now();
    const old = (now - 40 * DAY_MS) / 1000;
    for (const key of ['aa', 'bb']) utimesSync(path.join(store, 'npm', `${key}-linux-x64`, USED), old, old);
    const removed = await pruneStore(store, { keep: new Set(['sha256:aa']), olderThanMs: 30 * DAY_MS, now });
    expect(removed).toEqual({ removed: ['sha256:bb'] });
    expect(await digests()).toEqual(['sha256:aa', 'sha256:cc']);
  });

  test('loses damaged entries, also wanted ones', async () => {
    const content = await add('aa');
    await add('bb');
    chmodSync(path.join(content, 'a'), 0o644);
    writeFileSync(path.join(content, 'a'), 'xx');
    await add('cc');
    rmSync(path.join(store, 'npm', 'cc', 'manifest.json'));
    mkdirSync(path.join(store, 'npm', 'dd'));
    writeFileSync(path.join(store, 'npm', 'ee'), 'not a folder');
    const { ok, bad } = await verifyStore(store);
    expect([ok, bad.map(({ digest, code }) => `${digest} ${code}`)]).toEqual([
      false,
      ['sha256:aa store.changed', 'sha256:cc store.damaged', 'sha256:dd store.damaged', 'sha256:ee store.damaged'],
    ]);
    const keep = new Set(['aa', 'bb', 'cc', 'dd', 'ee'].map(key => `sha256:${key}`));
    const { removed } = await pruneStore(store, { keep, now: Date.now() });
    expect(removed).toEqual(['sha256:aa', 'sha256:cc', 'sha256:dd', 'sha256:ee']);
    expect(readdirSync(path.join(store, 'npm'))).toEqual(['bb']);
    expect(await verifyStore(store)).toEqual({ ok: true, bad: [] });
  });
});
