import { execFileSync, spawnSync } from 'node:child_process';
import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { connectTo, guardCommand, TOOLMARK } from './guarded-client.ts';

/** What a long run with a bad neighbour has shown. */
export interface Soaked {
  readonly calls: number;
  /** Calls of the good server that failed: none should. */
  readonly lost: number;
  /** Calls of the moody server that failed, each with an answer. */
  readonly failed: number;
  /** Whether the log is whole and holds a decision for every call that was answered. */
  readonly isLogged: boolean;
  /** Memory at the end against that after the first fifth. */
  readonly growth: number;
  /** Processes of the run that were still there after its end. */
  readonly orphans: number;
}

const WORKERS = 8;

/** Calls a good and a moody server through one guard for some seconds, and kills processes of theirs now and then. */
export async function soak(seconds: number): Promise<Soaked> {
  const cwd = mkdtempSync(path.join(tmpdir(), 'toolmark-soak-'));
  const marker = path.basename(cwd);
  const entry = (name: string): object => ({
    command: process.execPath,
    args: [path.join(import.meta.dirname, 'servers', `${name}.js`), marker],
  });
  writeFileSync(
    path.join(cwd, 'mcp.json'),
    JSON.stringify({ mcpServers: { good: entry('honest'), moody: entry('moody') } }),
  );
  try {
    execFileSync(process.execPath, [TOOLMARK, 'lock', '--config', 'mcp.json'], { cwd, stdio: 'ignore' });
    const args = ['--config', 'mcp.json', '--audit', 'audit.jsonl', '--call-timeout', '5'];
    const { client, pid } = await connectTo(guardCommand(...args), cwd);
    const end = Date.now() + seconds * 1000;
    const counts = { calls: 0, lost: 0, failed: 0, answered: 0 };
    const call = async (server: string): Promise<void> => {
      counts.calls++;
      const result = await client
        .callTool({ name: `${server}__list_alerts` })
        .catch((error: unknown) => ({ isError: true, content: [{ text: String(error) }] }));
      counts.answered++;
      if (result.isError !== true) return;
      if (server === 'good') counts.lost++;
      else counts.failed++;
    };
    const worker = async (index: number): Promise<void> => {
      while (Date.now() < end) await call(index % 2 === 0 ? 'good' : 'moody');
    };
    let settled = 0;
    const samples = setInterval(() => {
      settled ||= Date.now() > end - seconds * 800 ? residentBytes(pid) : 0;
      // The moody server is killed from outside too.
      for (const moody of processesOf('moody.js', marker)) process.kill(moody, 'SIGKILL');
    }, 1_500);
    await Promise.all(Array.from({ length: WORKERS }, (_, index) => worker(index)));
    clearInterval(samples);
    const growth = residentBytes(pid) / (settled || residentBytes(pid));
    await client.close();
    await untilGone(pid);
    return { ...counts, growth, isLogged: await isLogged(cwd, counts.answered), orphans: processesOf(marker).length };
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

function residentBytes(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
}

async function isLogged(cwd: string, answered: number): Promise<boolean> {
  const verified = spawnSync(process.execPath, [TOOLMARK, 'audit', 'verify', 'audit.jsonl', '--format', 'json'], {
    cwd,
    encoding: 'utf8',
  });
  let decisions = 0;
  for await (const line of createInterface({ input: createReadStream(path.join(cwd, 'audit.jsonl')) })) {
    if (line.includes('"event":"decision"')) decisions++;
  }
  return verified.status === 0 && decisions >= answered;
}

/** The processes whose command line holds all of these words, as Linux lists them. */
function processesOf(...words: readonly string[]): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.filter(pid => words.every(word => commandLine(pid).includes(word)));
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It has ended since it was listed.
    return '';
  }
}

async function untilGone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}
