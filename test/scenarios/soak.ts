import { execFileSync, spawnSync } from 'node:child_process';
import { createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { temporaryFolder } from '../temporary-folder.ts';
import { connectTo, guardCommand, TOOLMARK } from './guarded-client.ts';

export interface Soaked {
  /** Failed calls of the good server: there should be none. */
  readonly lost: number;
  /** Failed calls of the faulty server, each with an answer. */
  readonly failed: number;
  /** Whether the audit log verifies and has a decision for every call. */
  readonly isLogged: boolean;
  /** Memory at the end relative to that after the first fifth of the calls. */
  readonly growth: number;
  /** Processes that outlived the guard. */
  readonly orphans: number;
}

const WORKERS = 8;
const CALLS_PER_KILL = 200;

/** Calls a good and a faulty server through one guard, and kills the faulty one now and then. */
export async function soak(calls: number): Promise<Soaked> {
  const cwd = temporaryFolder();
  const marker = path.basename(cwd);
  const entry = (name: string): object => ({
    command: process.execPath,
    args: [path.join(import.meta.dirname, 'servers', `${name}.js`), marker],
  });
  const mcpServers = { good: entry('honest'), moody: entry('moody') };
  writeFileSync(path.join(cwd, 'mcp.json'), JSON.stringify({ mcpServers }));
  execFileSync(process.execPath, [TOOLMARK, 'lock', '--config', 'mcp.json'], { cwd, stdio: 'ignore' });
  const args = ['--config', 'mcp.json', '--audit', 'audit.jsonl', '--call-timeout', '5'];
  const { client, pid } = await connectTo(guardCommand(...args), cwd);
  const failures = { good: 0, moody: 0 };
  let made = 0;
  let settled = 0;
  const work = async (server: 'good' | 'moody'): Promise<void> => {
    while (made < calls) {
      if (++made % CALLS_PER_KILL === 0) killAll('moody.js', marker);
      if (made === Math.ceil(calls / 5)) settled = residentBytes(pid);
      const { isError } = await client.callTool({ name: `${server}__list_alerts` }).catch(() => ({ isError: true }));
      if (isError === true) failures[server]++;
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, (_, index) => work(index % 2 === 0 ? 'good' : 'moody')));
  const growth = residentBytes(pid) / settled;
  await client.close();
  while (processesOf().includes(pid)) await new Promise(setImmediate);
  const orphans = processesOf(marker).length;
  return { lost: failures.good, failed: failures.moody, growth, isLogged: await isLogged(cwd, made), orphans };
}

function residentBytes(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
}

async function isLogged(cwd: string, calls: number): Promise<boolean> {
  const verified = spawnSync(process.execPath, [TOOLMARK, 'audit', 'verify', 'audit.jsonl'], { cwd });
  let decisions = 0;
  for await (const line of createInterface({ input: createReadStream(path.join(cwd, 'audit.jsonl')) })) {
    if (line.includes('"event":"decision"')) decisions++;
  }
  return verified.status === 0 && decisions >= calls;
}

function killAll(...words: readonly string[]): void {
  for (const pid of processesOf(...words)) unlessGone(() => process.kill(pid, 'SIGKILL'));
}

/** The processes whose command line contains all of these words, from Linux' /proc. */
function processesOf(...words: readonly string[]): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.filter(pid => {
    const line = unlessGone(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    return line !== undefined && words.every(word => line.includes(word));
  });
}

/** The result of an action on a process, or undefined when the process has ended meanwhile. */
function unlessGone<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch (error) {
    if (['ESRCH', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
