import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import type { Ratio } from './measure.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const TOOLMARK = path.join(ROOT, 'packages/cli/bin/toolmark.js');
const SERVERS = path.join(ROOT, 'test/scenarios/servers');

/** What checking live servers costs, process start included. */
export async function checkRatios(): Promise<Ratio[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmark-bench-'));
  try {
    return [...(await againstBareClient(folder)), await manyServers(folder), await memoryOf(folder)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Both are one bundled file, so that what is compared is their work and not the number of files they load. */
async function againstBareClient(folder: string): Promise<Ratio[]> {
  const bare = path.join(folder, 'bare-client.mjs');
  await build({
    entryPoints: [path.join(ROOT, 'bench/bare-client.ts')],
    outfile: bare,
    ...{ bundle: true, minify: true, platform: 'node', format: 'esm', logLevel: 'error' },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  return [100, 1000].map(count => {
    const server = [process.execPath, path.join(SERVERS, 'many-tools.js'), String(count)];
    const lockfile = ['--lockfile', path.join(folder, `${count}.lock.json`)];
    toolmark(folder, ['lock', ...lockfile, '--', ...server]);
    const [ours = 0, floor = 0] = fastest([
      () => toolmark(folder, ['check', ...lockfile, '--', ...server]),
      () => execFileSync(process.execPath, [bare, ...server], { stdio: 'ignore' }),
    ]);
    return timeRatio(`check of a server with ${count} tools against a bare SDK client`, ours, floor, 1.2);
  });
}

const SLOW_MS = 3000;

async function manyServers(folder: string): Promise<Ratio> {
  const config = (count: number): string => {
    const entry = { command: process.execPath, args: [path.join(SERVERS, 'slow.js'), String(SLOW_MS)] };
    const file = path.join(folder, `${count}.mcp.json`);
    const keys = Array.from({ length: count }, (_, index) => `server-${index}`);
    writeFileSync(file, JSON.stringify({ mcpServers: Object.fromEntries(keys.map(key => [key, entry])) }));
    return file;
  };
  toolmark(folder, ['lock', '--config', config(20)]);
  const check = (count: number): (() => unknown) => {
    const args = ['check', '--config', config(count)];
    return () => toolmark(folder, args);
  };
  const [ours = 0, floor = 0] = fastest([check(20), check(1)], 2);
  return timeRatio('check of 20 servers that take 3 s each against one of them', ours, floor, 2);
}

/** What a large surface adds to the memory of a check, for each of its bytes. */
async function memoryOf(folder: string): Promise<Ratio> {
  const peak = async (letters: number): Promise<number> => {
    const server = [process.execPath, path.join(SERVERS, 'many-tools.js'), '500', String(letters)];
    const lockfile = path.join(folder, `memory-${letters}.lock.json`);
    toolmark(folder, ['lock', '--lockfile', lockfile, '--', ...server]);
    return peakMemory(folder, ['check', '--lockfile', lockfile, '--', ...server]);
  };
  const letters = 60_000;
  const surface = 500 * letters;
  const grown = (await peak(letters)) - (await peak(0));
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
  return {
    name: 'memory of a check of 500 tools of 60 KB each, above one of small tools, against the surface',
    ours: megabytes(grown),
    floor: megabytes(surface),
    ratio: grown / surface,
    wanted: { atMost: 3 },
  };
}

function toolmark(cwd: string, args: readonly string[]): void {
  execFileSync(process.execPath, [TOOLMARK, ...args], { cwd, stdio: 'ignore' });
}

/** The peak of the process itself, as the system counts it. */
function peakMemory(cwd: string, args: readonly string[]): Promise<number> {
  const script = `process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS));
    process.argv.splice(1, 0, ${JSON.stringify(TOOLMARK)}); await import(${JSON.stringify(TOOLMARK)});`;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, '--', ...args], { cwd, stdio: 'pipe' });
    let said = '';
    child.stderr.on('data', chunk => {
      said += chunk;
    });
    child.stdout.resume();
    child.on('close', () => {
      const found = /peak (\d+)/.exec(said)?.[1];
      if (found === undefined) reject(new Error(said));
      else resolve(Number(found) * 1024);
    });
  });
}

/** The best time of each, run in turn, so that a busy moment hits them alike. */
function fastest(works: readonly (() => unknown)[], rounds = 7): number[] {
  const best = works.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [index, work] of works.entries()) {
      const start = performance.now();
      work();
      best[index] = Math.min(best[index] ?? 0, performance.now() - start);
    }
  }
  return best;
}

function timeRatio(name: string, ours: number, floor: number, atMost: number): Ratio {
  return {
    name,
    ours: `${ours.toFixed(0)} ms`,
    floor: `${floor.toFixed(0)} ms`,
    ratio: ours / floor,
    wanted: { atMost },
  };
}
