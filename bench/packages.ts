import { execFile, spawn } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parseLock } from '@toolmark/core';
import { parsePackages, recognisePackage } from '@toolmark/core/package';
import { preparePackage } from '@toolmark/store';
import { NpmRegistry } from '../test/fakes/npm-registry.ts';
import { few } from './effort.ts';
import { atMost, cpuSince, type Ratio } from './measure.ts';

const TOOLMARK = path.resolve(import.meta.dirname, '../packages/cli/bin/toolmark.js');
const run = promisify(execFile);

/** As many as an ordinary server has (@modelcontextprotocol/server-memory: 99 with 3,705 files), and one with many dependencies. */
const ORDINARY = 100;
const PACKAGES = 300;
const FILES_EACH = 37;
const SERVERS = 10;
/** How long a registry on the internet takes to answer. */
const LATENCY_MS = 50;

/** Pinned packages against npx, on a registry of this machine. */
export async function packageRatios(): Promise<Ratio[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmark-bench-'));
  const registry = await NpmRegistry.start();
  try {
    publish(registry, 'ordinary', ORDINARY);
    publish(registry, 'many', PACKAGES);
    const [first, second] = [makeUser(folder, 'first', registry), makeUser(folder, 'second', registry)];
    await lock(first, { ordinary: ['ordinary'] });
    await lock(second, { many: ['many'] });
    const start = await startRatio(first);
    const verify = await verifyRatios(second);
    const together = await lockRatio(folder, registry);
    return [start, ...verify, together];
  } finally {
    await registry.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A server that depends on many packages and loads all of them, as servers do. */
function publish(registry: NpmRegistry, name: string, count: number): void {
  const names = Array.from({ length: count - 1 }, (_, index) => `${name}-part-${index}`);
  const files = Array.from({ length: FILES_EACH - 2 }, (_, index) => [
    `lib/${index}.js`,
    `exports.value = ${index};\n`,
  ]);
  for (const part of names) {
    registry.publish(part, '1.0.0', {
      files: { 'index.js': 'exports.value = require("./lib/0.js").value;', ...Object.fromEntries(files) },
    });
  }
  const dependencies = Object.fromEntries(names.map(part => [part, '^1.0.0']));
  registry.publish(name, '1.0.0', { manifest: { bin: 'cli.js', dependencies }, files: { 'cli.js': server(names) } });
}

function server(parts: readonly string[]): string {
  return `#!/usr/bin/env node
for (const part of ${JSON.stringify(parts)}) require(part);
const result = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'many', version: '1' } };
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const answers = { initialize: result, 'tools/list': { tools: [] }, ping: {} };
  const answer = answers[method];
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(answer ? { result: answer } : { error: { code: -32601, message: 'no' } }) }));
});
`;
}

interface User {
  readonly cwd: string;
  readonly store: string;
  readonly env: Record<string, string>;
}

function makeUser(folder: string, name: string, registry: NpmRegistry): User {
  const [home, cwd] = [path.join(folder, name, 'home'), path.join(folder, name, 'project')];
  for (const each of [home, cwd]) mkdirSync(each, { recursive: true });
  writeFileSync(path.join(home, '.npmrc'), `registry=${registry.url}\ncache=${home}/cache\nupdate-notifier=false\n`);
  const store = path.join(home, 'store');
  return { cwd, store, env: { PATH: process.env.PATH ?? '', HOME: home, TOOLMARK_STORE: store } };
}

/** Locks the servers of a config; each starts a package through npx. */
async function lock({ cwd, env }: User, servers: Readonly<Record<string, readonly string[]>>): Promise<number> {
  const mcpServers = Object.fromEntries(
    Object.entries(servers).map(([key, words]) => [key, { command: 'npx', args: ['-y', ...words] }]),
  );
  writeFileSync(path.join(cwd, '.mcp.json'), JSON.stringify({ mcpServers }));
  const start = performance.now();
  await run(process.execPath, [TOOLMARK, 'lock', '--config', '.mcp.json'], { cwd, env });
  return performance.now() - start;
}

async function startRatio(user: User): Promise<Ratio> {
  const pinned = [process.execPath, TOOLMARK, 'run', 'ordinary', '--config', '.mcp.json'];
  const npx = ['npx', '-y', 'ordinary'];
  for (const words of [pinned, npx]) await timeToAnswer(words, user);
  const times: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
  for (let round = 0; round < few(15); round++) {
    times.ours.push(await timeToAnswer(pinned, user));
    times.floor.push(await timeToAnswer(npx, user));
  }
  const [ours, floor] = [Math.min(...times.ours), Math.min(...times.floor)];
  return atMost(
    0.6,
    'start of a pinned server until its first answer, against npx -y with a warm cache',
    ours * 1000,
    floor * 1000,
  );
}

/** From the start of the command to the answer to `initialize`. */
function timeToAnswer([command = '', ...args]: readonly string[], { cwd, env }: User): Promise<number> {
  const start = performance.now();
  const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })}\n`);
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${command} ended without an answer.`)));
    child.stdout.once('data', () => {
      const took = performance.now() - start;
      child.removeAllListeners('exit');
      child.once('close', () => resolve(took));
      child.stdin.end();
    });
  });
}

async function verifyRatios({ cwd, store, env }: User): Promise<Ratio[]> {
  const pinned = parseLock(readFileSync(path.join(cwd, 'toolmark.lock.json'))).servers.get('many')?.package;
  const { trees } = parsePackages(readFileSync(path.join(cwd, 'toolmark.packages.json')));
  const launch = { command: 'npx', args: ['-y', 'many'] };
  if (pinned?.type !== 'npm') throw new Error('The package was not pinned.');
  const prepare = () =>
    preparePackage(pinned, trees.get(pinned.tree), recognisePackage(launch), launch, { store, cwd, env });
  const files = readdirSync(path.join(store, 'npm'), { recursive: true, withFileTypes: true }).map(item =>
    path.join(item.parentPath, item.name),
  );
  const times: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
  for (let round = 0; round < few(30); round++) {
    times.ours.push(await processorTime(prepare));
    times.floor.push(await processorTime(() => files.map(file => lstatSync(file))));
  }
  const [ours, floor] = [Math.min(...times.ours), Math.min(...times.floor)];
  const name = `verifying a stored tree of ${PACKAGES} packages before a start (${files.length} files and folders)`;
  return [atMost(1, `${name}, against 50 ms`, ours, 50_000), atMost(4, `${name}, against lstat of each`, ours, floor)];
}

async function processorTime(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  return cpuSince(start);
}

/** The registry answers after a while, as one on the internet does: what can overlap are these waits. */
async function lockRatio(folder: string, registry: NpmRegistry): Promise<Ratio> {
  const names = Array.from({ length: SERVERS }, (_, index) => `server-${index}`);
  for (const name of names) publish(registry, name, few(30));
  registry.delayMs = LATENCY_MS;
  const alone: number[] = [];
  for (const name of names.slice(0, few(3))) {
    alone.push(await lock(makeUser(folder, `alone-${name}`, registry), { [name]: [name] }));
  }
  const all = Object.fromEntries(names.map(name => [name, [name]]));
  const ours = await lock(makeUser(folder, 'together', registry), all);
  return atMost(
    5,
    `locking ${SERVERS} servers in one run, against the slowest alone`,
    ours * 1000,
    Math.max(...alone) * 1000,
  );
}
