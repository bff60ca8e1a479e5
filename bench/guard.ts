import { execFileSync, spawn } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { few, isShort } from './effort.ts';
import type { Ratio } from './measure.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const TOOLMARK = path.join(ROOT, 'packages/cli/bin/toolmark.js');
const SERVER = [process.execPath, path.join(ROOT, 'bench/echo-server.js')];
/** A proxy that checks nothing, for comparison. */
const MCP_PROXY = 'mcp-proxy@6.7.19';

interface Connected {
  readonly client: Client;
  readonly pid: number;
}

/** What the guard adds to a server on standard input and output, both asked in turn. */
export async function guardRatios(): Promise<Ratio[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmark-bench-'));
  const lockfile = path.join(folder, 'toolmark.lock.json');
  execFileSync(process.execPath, [TOOLMARK, 'lock', '--lockfile', lockfile, '--', ...SERVER], { stdio: 'ignore' });

  const guard = (...options: string[]): string[] => {
    return [process.execPath, TOOLMARK, 'guard', '--lockfile', lockfile, ...options, '--', ...SERVER];
  };
  const direct = await open(SERVER);
  const logging = await open(guard('--audit', path.join(folder, 'audit.jsonl')));
  try {
    const calls = await interleave(direct, logging, few(1_000), call);
    const lists = await interleave(direct, logging, few(300), list);
    const [guarded, logged] = [
      await throughput(guard()),
      await throughput(guard('--audit', path.join(folder, 'rates.jsonl'))),
    ];
    console.log(
      `50 calls at a time while the guard writes its log: ${logged.ours}, ${logged.ratio.toFixed(2)} of direct.\n`,
    );
    const ratios = [
      added('p50 that the guard adds to a call', calls, 0.5, 1),
      added('p95 that the guard adds to a call', calls, 0.95, 3),
      times('list of 50 tools, guarded against direct', lists, 3),
      guarded,
      await memory(logging),
    ];
    if (!isShort) await compare(folder, direct);
    return ratios;
  } finally {
    await Promise.all([direct, logging].map(({ client }) => client.close()));
    rmSync(folder, { recursive: true });
  }
}

async function open([command = '', ...args]: readonly string[]): Promise<Connected> {
  const transport = new StdioClientTransport({ command, args, stderr: 'ignore' });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  return { client, pid: transport.pid ?? 0 };
}

async function call({ client }: Connected): Promise<void> {
  const { isError, content } = await client.callTool({ name: 'echo', arguments: { text: 'hello' } });
  if (isError) throw new Error(JSON.stringify(content));
}

async function list({ client }: Connected): Promise<void> {
  const { tools } = await client.listTools();
  if (tools.length !== 50) throw new Error(`${tools.length} tools`);
}

type Times = readonly [direct: number[], guarded: number[]];

/** Each side in turn, so that whatever else the machine does falls on both. */
async function interleave(
  direct: Connected,
  guarded: Connected,
  rounds: number,
  work: (side: Connected) => Promise<void>,
): Promise<Times> {
  const times: Times = [[], []];
  for (let round = -few(300); round < rounds; round++) {
    for (const [side, into] of [
      [direct, times[0]],
      [guarded, times[1]],
    ] as const) {
      const start = performance.now();
      await work(side);
      if (round >= 0) into.push(performance.now() - start);
    }
  }
  return times;
}

function quantile(times: readonly number[], q: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * q)] ?? 0;
}

function added(name: string, [direct, guarded]: Times, q: number, atMost: number): Ratio {
  const floor = quantile(direct, q);
  const more = quantile(guarded, q) - floor;
  return { name, ours: ms(more), floor: `direct ${ms(floor)}`, ratio: more / floor, wanted: { atMost } };
}

function times(name: string, [direct, guarded]: Times, atMost: number): Ratio {
  const [floor, ours] = [quantile(direct, 0.5), quantile(guarded, 0.5)];
  return { name, ours: ms(ours), floor: ms(floor), ratio: ours / floor, wanted: { atMost } };
}

/** Single rounds differ by half: three programs share two cores, and it is chance who waits for whom. */
const ROUNDS = few(15);
/** How fast a program is differs from start to start by a tenth. */
const STARTS = few(5);

/** Every round asks both sides one after the other and compares them; the middle of the rounds of all starts counts. */
async function throughput(guard: readonly string[]): Promise<Ratio> {
  const rates: Times = [[], []];
  for (let start = 0; start < STARTS; start++) {
    const [direct, guarded] = [await open(SERVER), await open(guard)];
    for (let round = -2; round < ROUNDS; round++) {
      const [floor, ours] = [await rate(direct), await rate(guarded)];
      if (round < 0) continue;
      rates[0].push(floor);
      rates[1].push(ours);
    }
    await Promise.all([direct.client.close(), guarded.client.close()]);
  }
  const ratios = rates[1].map((ours, round) => ours / (rates[0][round] ?? 1));
  const spread = [0.25, 0.75].map(q => quantile(ratios, q).toFixed(2)).join(' to ');
  return {
    name: '50 calls at a time, guarded against direct',
    ours: `${quantile(rates[1], 0.5).toFixed(0)} calls/s (half of the rounds ${spread})`,
    floor: `${quantile(rates[0], 0.5).toFixed(0)} calls/s`,
    ratio: quantile(ratios, 0.5),
    wanted: { atLeast: 0.7 },
  };
}

async function rate(side: Connected, calls = few(4_000)): Promise<number> {
  let left = calls;
  const start = performance.now();
  const worker = async (): Promise<void> => {
    while (left-- > 0) await call(side);
  };
  await Promise.all(Array.from({ length: 50 }, worker));
  return (calls / (performance.now() - start)) * 1000;
}

/**
 * Resident memory over 100,000 calls: the median of its second half against that of the first. A single look would tell
 * how long ago garbage was collected.
 */
async function memory(guarded: Connected): Promise<Ratio> {
  await rate(guarded, few(20_000));
  const looks: number[] = [];
  for (let look = 0; look < 20; look++) {
    await rate(guarded, few(5_000));
    looks.push(residentBytes(guarded.pid));
  }
  const [floor, ours] = [quantile(looks.slice(0, 10), 0.5), quantile(looks.slice(10), 0.5)];
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
  return {
    name: 'memory of the guard over 100,000 calls, the second half against the first',
    ours: megabytes(ours),
    floor: megabytes(floor),
    ratio: ours / floor,
    wanted: { atMost: 1.2 },
  };
}

function residentBytes(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return pages * 4096;
}

/** The same calls through mcp-proxy, which speaks HTTP to its clients; without a registry to install it from, not at all. */
async function compare(folder: string, direct: Connected): Promise<void> {
  // Each request over HTTP listens on one signal of the SDK, which Node would warn of thousands of times.
  setMaxListeners(0);
  const bin = path.join(folder, 'node_modules/mcp-proxy/dist/bin/mcp-proxy.mjs');
  try {
    execFileSync('npm', ['install', '--silent', '--no-save', '--prefix', folder, MCP_PROXY], { stdio: 'ignore' });
  } catch {
    console.log(`${MCP_PROXY} could not be installed and is not compared.`);
  }
  if (!existsSync(bin)) return;
  const port = 20_000 + (process.pid % 10_000);
  const proxy = spawn(process.execPath, [bin, '--port', String(port), '--', ...SERVER], { stdio: 'ignore' });
  try {
    const other = { client: await reach(`http://127.0.0.1:${port}/mcp`), pid: proxy.pid ?? 0 };
    const calls = await interleave(direct, other, 1_000, call);
    const lists = await interleave(direct, other, 300, list);
    const [p50, p95] = [added('', calls, 0.5, 1), added('', calls, 0.95, 3)];
    const listed = times('', lists, 3);
    console.log(
      `For comparison, ${MCP_PROXY} over HTTP: adds ${p50.ours} to the p50 (${p50.floor}), ${p95.ours} to the p95; a list costs ${listed.ratio.toFixed(2)} times the direct one; ${(await rate(other)).toFixed(0)} calls/s of 50 at a time.\n`,
    );
    await other.client.close();
  } finally {
    proxy.kill();
  }
}

async function reach(url: string): Promise<Client> {
  for (let attempt = 1; ; attempt++) {
    const client = new Client({ name: 'bench', version: '1' });
    try {
      await client.connect(new StreamableHTTPClientTransport(new URL(url)));
      return client;
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise(resolve => setTimeout(resolve, 100));
    }
  }
}

function ms(value: number): string {
  return `${value.toFixed(3)} ms`;
}
