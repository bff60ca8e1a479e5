import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { lstat, mkdir, readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { openStore, TEMPORARY } from './open-store.ts';
import { removeFolder } from './remove-folder.ts';
import { inStore } from './store-error.ts';

/** A folder that nothing removed for so long belongs to no running process, on this machine or another. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** Runs work with an empty folder in the store, which is removed afterwards unless the work has moved it. */
export async function inTemporaryFolder<Result>(
  store: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  return inStore(store, async () => {
    const parent = await openStore(store, TEMPORARY);
    await removeLeftovers(parent);
    const folder = path.join(parent, `${ownerName()}-${randomBytes(8).toString('hex')}`);
    await mkdir(folder, { mode: 0o700 });
    try {
      return await work(folder);
    } finally {
      await removeFolder(folder);
    }
  });
}

/** Removes what processes left behind that were killed. */
export async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!(await isLeftover(path.join(parent, name)))) continue;
    // Another process may remove it too.
    await removeFolder(path.join(parent, name)).catch(() => {});
  }
}

/** A folder as `inTemporaryFolder` names it. TOOLMARK_STORE may name a folder in which `tmp` has other files. */
const NAME = /^([1-9]\d{0,9})-(\d+)-([0-9a-f]{16})-[0-9a-f]{16}$/;

async function isLeftover(folder: string): Promise<boolean> {
  const [, pid, begin = '', space = ''] = NAME.exec(path.basename(folder)) ?? [];
  if (pid === undefined) return false;
  if (space === processSpace()) return !isRunning(Number(pid), begin);
  const found = await lstat(folder).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS;
}

/** PIDs are reused: the time of the start distinguishes processes. */
function ownerName(): string {
  return `${process.pid}-${beginOf(process.pid)}-${processSpace()}`;
}

function isRunning(pid: number, begin: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return beginOf(pid) === begin;
}

/** When the process started, in ticks since the boot; 0 where the system does not say. */
function beginOf(pid: number): string {
  // The name of the program, in parentheses, may contain anything.
  const fields = textOf(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ');
  return fields?.[19] ?? '0';
}

/** PIDs are only comparable within one boot and PID namespace of one machine. */
function processSpace(): string {
  const parts = [hostname(), textOf('/proc/sys/kernel/random/boot_id').trim(), pidNamespace()];
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
