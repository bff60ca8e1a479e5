import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { few } from './effort.ts';
import { atMost, megabytes, type Ratio } from './measure.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const TOOLMARK = path.join(ROOT, 'packages/cli/bin/toolmark.js');
const SERVER = [process.execPath, path.join(ROOT, 'bench/echo-server.js')];

interface Connected {
  readonly client: Client;
  readonly pid: number;
}

/** The overhead of the guard on a stdio server. */
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

/** Calls both sides in turn, so that other load affects both. */
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

function added(name: string, [direct, guarded]: Times, q: number, most: number): Ratio {
  const floor = quantile(direct, q);
  const more = quantile(guarded, q) - floor;
  return { name, ours: ms(more), floor: `direct ${ms(floor)}`, ratio: more / floor, wanted: { atMost: most } };
}

function times(name: string, [direct, guarded]: Times, most: number): Ratio {
  return atMost(most, name, quantile(guarded, 0.5), quantile(direct, 0.5), ms);
}

/** Single rounds differ by half, because three programs share two cores. */
const ROUNDS = few(15);
/** Speed differs by a tenth from start to start. */
const STARTS = few(5);

/** The median ratio of all rounds of all starts. */
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

/** Resident memory over 100,000 calls: the median of the second half against that of the first. */
async function memory(guarded: Connected): Promise<Ratio> {
  await rate(guarded, few(20_000));
  const looks: number[] = [];
  for (let look = 0; look < 20; look++) {
    await rate(guarded, few(5_000));
    looks.push(residentBytes(guarded.pid));
  }
  const [floor, ours] = [quantile(looks.slice(0, 10), 0.5), quantile(looks.slice(10), 0.5)];
  return atMost(
    1.2,
    'memory of the guard over 100,000 calls, the second half against the first',
    ours,
    floor,
    megabytes,
  );
}

function residentBytes(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return pages * 4096;
}

function ms(value: number): string {
  return `${value.toFixed(3)} ms`;
}
