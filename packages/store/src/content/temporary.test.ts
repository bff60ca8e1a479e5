import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { inTemporaryFolder } from './temporary.ts';

const DAY_S = 86_400;
const OF_ANOTHER = '1-1-0123456789abcdef-0123456789abcdef';

/** The name that this process gives its folders, and the folder that they are in. */
async function ownName(store: string): Promise<{ name: string; parent: string }> {
  return inTemporaryFolder(store, async folder => ({ name: path.basename(folder), parent: path.dirname(folder) }));
}

test('a folder exists during the work, and not after it', async () => {
  const store = temporaryFolder();
  const folder = await inTemporaryFolder(store, async given => {
    writeFileSync(path.join(given, 'file'), '');
    return given;
  });
  expect(existsSync(folder)).toBe(false);
});

test('folders of processes that ended are removed, and those of running ones are kept', async () => {
  const store = temporaryFolder();
  const { name, parent } = await ownName(store);
  const [pid, begin, space] = name.split('-');
  const running = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  try {
    const { pid: ended } = spawnSync(process.execPath, ['-e', '0']);
    const [aa, bb, cc, dd] = ['aa', 'bb', 'cc', 'dd'].map(end => end.padStart(16, '0'));
    const leftovers = [`${ended}-1-${space}-${aa}`, `${pid}-1-${space}-${bb}`];
    const kept = [`${pid}-${begin}-${space}-${cc}`, `${ended}-1-0123456789abcdef-${dd}`, 'made-by-hand'];
    for (const each of [...leftovers, ...kept]) mkdirSync(path.join(parent, each));
    await ownName(store);
    // Where the system does not say when a process began, one with a reused PID counts as running.
    const seen = readdirSync(parent).filter(each => process.platform === 'linux' || !each.endsWith('-bb'));
    expect(seen.sort()).toEqual(kept.sort());
  } finally {
    running.kill();
  }
});

test('folders that may be of another machine are removed after a day, and what no process of ours has made never', async () => {
  const store = temporaryFolder();
  const { parent } = await ownName(store);
  for (const name of [OF_ANOTHER, 'thesis', '1-1-notes', `${OF_ANOTHER}.txt`]) {
    mkdirSync(path.join(parent, name));
    utimesSync(path.join(parent, name), Date.now() / 1000 - 2 * DAY_S, Date.now() / 1000 - 2 * DAY_S);
  }
  await ownName(store);
  expect(readdirSync(parent).sort()).toEqual([`${OF_ANOTHER}.txt`, '1-1-notes', 'thesis']);
});
