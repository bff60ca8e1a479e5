import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openRegistry, type Registry } from '@toolmark/registry';
import { listServers, type ServerQuery } from '../packages/registry/src/servers/list-servers.ts';

const MANY = 100_000;
const FEW = 1_000;
const ROUNDS = 400;
const MAX_RSS_MIB = 256;

process.exitCode = (await main()) ? 0 : 1;

/** Lists of many entries against lists of few, and the memory that mirroring many takes. */
async function main(): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmark-bench-'));
  try {
    mirror(path.join(folder, 'few'), FEW);
    const sync = mirror(path.join(folder, 'many'), MANY);
    console.log(
      `sync of ${MANY} entries, cut off half-way and resumed: ${sync.added} added in ${sync.seconds} s of CPU`,
    );
    console.log(`    ${sync.rssMib} MiB at most (wanted ≤ ${MAX_RSS_MIB})`);
    const few = await open(path.join(folder, 'few'));
    const large = await open(path.join(folder, 'many'));
    const ratios = await listRatios(few, large);
    await few.database.close();
    await large.database.close();
    return sync.added === MANY && sync.rssMib <= MAX_RSS_MIB && ratios.every(ratio => ratio <= 1.5);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Mirrored {
  readonly added: number;
  readonly seconds: number;
  readonly rssMib: number;
}

/** In a process of its own, of the built packages, as users run it. */
function mirror(folder: string, count: number): Mirrored {
  const script = path.join(import.meta.dirname, 'mirror.js');
  return JSON.parse(execFileSync(process.execPath, [script, folder, String(count)], { encoding: 'utf8' }));
}

async function open(folder: string): Promise<Registry> {
  return await openRegistry({ url: path.join(folder, 'registry.db'), data: folder, now: () => new Date() });
}

async function listRatios(few: Registry, many: Registry): Promise<number[]> {
  const pages: [string, ServerQuery][] = [
    ['first page', { limit: 30 }],
    ['latest versions', { limit: 50, version: 'latest' }],
    ['a page from the middle', { limit: 30, cursor: await middle(few) }],
    ['what changed', { limit: 30, updatedSince: 1 }],
  ];
  const ratios: number[] = [];
  for (const [name, query] of pages) {
    const ratio = (await best(many, query, few)).ratio;
    console.log(`${name}: ${MANY} entries against ${FEW}: ${ratio.toFixed(2)} (wanted ≤ 1.5)`);
    ratios.push(ratio);
  }
  return ratios;
}

/** The best of several turns each, taken in turn, by CPU time: others work on this machine too. */
async function best(many: Registry, query: ServerQuery, few: Registry): Promise<{ ratio: number }> {
  let [large, small] = [Infinity, Infinity];
  for (let turn = 0; turn < 7; turn += 1) {
    small = Math.min(small, await cost(few, query));
    large = Math.min(large, await cost(many, query));
  }
  return { ratio: large / small };
}

async function cost(registry: Registry, query: ServerQuery): Promise<number> {
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS / 4; round += 1) await listServers(registry, query);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

async function middle(registry: Registry): Promise<string | undefined> {
  let cursor: string | undefined;
  for (let page = 0; page < 5; page += 1) cursor = (await listServers(registry, { limit: 100, cursor })).nextCursor;
  return cursor;
}
