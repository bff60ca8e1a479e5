import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drift, parseLock } from '@toolmark/core';
import { takeSnapshots } from '@toolmark/mcp';
import { build } from 'esbuild';
import { atMost, medians, megabytes, type Ratio, usedBytes } from './measure.ts';

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
    const [ours = 0, floor = 0] = medians([
      () => toolmark(folder, ['check', ...lockfile, '--', ...server]),
      () => execFileSync(process.execPath, [bare, ...server], { stdio: 'ignore' }),
    ]);
    return atMost(1.2, `check of a server with ${count} tools against a bare SDK client`, ours, floor);
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
  const [ours = 0, floor = 0] = medians([check(20), check(1)], 3);
  return atMost(2, 'check of 20 servers that take 3 s each against one of them', ours, floor);
}

/** What a check holds of a large surface: the live one and the locked one. */
async function memoryOf(folder: string): Promise<Ratio> {
  const letters = 60_000;
  const server = [path.join(SERVERS, 'many-tools.js'), '500', String(letters)];
  const lockfile = path.join(folder, 'memory.lock.json');
  toolmark(folder, ['lock', '--lockfile', lockfile, '--', process.execPath, ...server]);
  const source = { kind: 'stdio', command: process.execPath, args: server } as const;
  const before = usedBytes();
  const lock = parseLock(readFileSync(lockfile));
  const [result] = await takeSnapshots([{ key: 'default', source }], { env: process.env });
  const locked = lock.servers.get('default');
  if (locked === undefined || result === undefined || 'error' in result)
    throw new Error('The server could not be read.');
  const changes = drift(locked, result.snapshot);
  const held = usedBytes() - before;
  const surface = result.snapshot.tools.length * letters;
  const name = `memory that a check of 500 tools of 60 KB holds (${changes.length} changes), against the surface`;
  return atMost(3, name, held, surface, megabytes);
}

function toolmark(cwd: string, args: readonly string[]): void {
  execFileSync(process.execPath, [TOOLMARK, ...args], { cwd, stdio: 'ignore' });
}
