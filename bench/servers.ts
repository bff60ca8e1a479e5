import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openRegistry, type Registry, syncServers, upstreamPages } from '@toolmark/registry';
import { listServers, type ServerQuery } from '../packages/registry/src/servers/list-servers.ts';

const MANY = 100_000;
const FEW = 1_000;
const PAGE = 100;
const ROUNDS = 400;
const MAX_RSS_MIB = 256;

if (process.argv[2] === '--sync') await reportSync(process.argv[3] ?? '');
else process.exitCode = (await main()) ? 0 : 1;

/** Lists of many entries against lists of few, and the memory that mirroring many takes. */
async function main(): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmark-bench-'));
  try {
    const many = path.join(folder, 'many');
    const sync = JSON.parse(
      execFileSync(process.execPath, [...process.execArgv, import.meta.filename, '--sync', many], { encoding: 'utf8' }),
    );
    console.log(
      `sync of ${MANY} entries, cut off half-way and resumed: ${sync.added} added in ${sync.seconds} s of CPU`,
    );
    console.log(`    ${sync.rssMib} MiB at most (wanted ≤ ${MAX_RSS_MIB})`);
    const few = await open(path.join(folder, 'few'));
    await syncServers(few, upstreamPages(few, 'http://bench.example', upstream(FEW)));
    const large = await open(many);
    const ratios = await listRatios(few, large);
    await few.database.close();
    await large.database.close();
    return sync.added === MANY && sync.rssMib <= MAX_RSS_MIB && ratios.every(ratio => ratio <= 1.5);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function open(folder: string): Promise<Registry> {
  const { mkdirSync } = await import('node:fs');
  mkdirSync(folder, { recursive: true });
  return await openRegistry({ url: path.join(folder, 'registry.db'), data: folder, now: () => new Date() });
}

async function listRatios(few: Registry, many: Registry): Promise<number[]> {
  const pages: [string, ServerQuery][] = [
    ['first page', { limit: 30 }],
    ['latest versions', { limit: 50, version: 'latest' }],
    ['a page from the middle', { limit: 30, cursor: await middle(few) }],
    ['what changed', { limit: 30, updatedSince: 1 }],
    ['a search with one answer', { limit: 30, search: 'number 000777 ' }],
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

/** Another registry of so many entries, made as they are asked for; it breaks off at one page, once. */
function upstream(count: number, breakAt = -1) {
  return async (url: string): Promise<Response> => {
    const from = Number(new URL(url).searchParams.get('cursor') ?? 0);
    if (from === breakAt) throw new Error('cut off');
    const size = Math.min(PAGE, count - from);
    const servers = Array.from({ length: size }, (_, index) => entry(from + index));
    const next = from + size < count ? { nextCursor: String(from + size) } : {};
    return Response.json({ servers, metadata: { count: size, ...next } });
  };
}

function entry(index: number) {
  const number = String(index).padStart(6, '0');
  const identifier = `@bench/s${number}`;
  const tool = {
    name: `look_up_${index % 97}`,
    description: `Looks up what number ${number} is about, and says so in a few words.`,
    inputSchema: { type: 'object', properties: { query: { type: 'string', description: 'What to look for.' } } },
    annotations: { readOnlyHint: true },
  };
  const extension = { status: 'active', tools: [tool.name], tool_definitions: [tool] };
  const provided = { 'io.github.stacklok': { [identifier]: extension } };
  const server = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: `com.example/s${number}`,
    description: `The server with the number ${number} of many.`,
    version: '1.0.0',
    packages: [{ registryType: 'npm', identifier, version: '1.0.0', transport: { type: 'stdio' } }],
    // Of real entries, few define their tools.
    ...(index % 10 === 0 ? { _meta: { 'io.modelcontextprotocol.registry/publisher-provided': provided } } : {}),
  };
  return { server, _meta: { 'io.modelcontextprotocol.registry/official': { status: 'active' } } };
}

async function reportSync(folder: string): Promise<void> {
  const registry = await open(folder);
  const first = await syncServers(
    registry,
    upstreamPages(registry, 'http://bench.example', upstream(MANY, MANY / 2)),
  ).catch(() => undefined);
  const { added } = await syncServers(registry, upstreamPages(registry, 'http://bench.example', upstream(MANY)));
  await registry.database.close();
  const { user, system } = process.cpuUsage();
  const seconds = Math.round((user + system) / 1e6);
  const rssMib = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(JSON.stringify({ added: first === undefined ? added + MANY / 2 : 0, seconds, rssMib }));
}
