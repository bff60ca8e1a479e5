import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { serve as listen } from '@hono/node-server';
import { createVerifier, parseTrust, readJson, signDocument } from '@toolmark/core';
import {
  createInspector,
  createLog,
  type Inspector,
  importDocuments,
  openRegistry,
  publish,
  type Registry,
  search,
  serve,
} from '@toolmark/registry';
import { Hono } from 'hono';
import pg from 'pg';
import { sql } from '../packages/registry/src/database/statement.ts';
import { startPostgres } from '../test/postgres.ts';
import { holds, type Ratio } from './measure.ts';
import { makeDocuments, rareWord } from './registry-documents.ts';

const MANY = Number(process.env.TOOLMARK_BENCH_TOOLS ?? 100_000);
const FEW = 1_000;
/** Parallel publishes, and documents per round for each side. */
const PARALLEL = 32;
const ROUND = 8 * PARALLEL;
const ROUNDS = 64;
/** Until the engine has settled. */
const WARM_UP_ROUNDS = 32;
const TOOLMARK = path.resolve(import.meta.dirname, '../packages/cli/bin/toolmark.js');
const folder = mkdtempSync(path.join(tmpdir(), 'toolmark-bench-registry-'));

/** Each part has a process of its own, as a registry has, which knows one database: engines are slower with two of them. */
const PARTS: Readonly<Record<string, () => Promise<readonly Ratio[]>>> = {
  SQLite: () => ratiosOf('SQLite', name => path.join(folder, `${name}.db`)),
  PostgreSQL: onPostgres,
  memory: memoryRatios,
};

const [, , part] = process.argv;
const isReached = part === undefined ? reportAll() : await measureHere(part);
// An exit code that is only set is lost: the database's library ends the process itself, with 0.
process.exit(isReached ? 0 : 1);

/** What the parts have measured, the same of both databases side by side. */
function reportAll(): boolean {
  const all = Object.keys(PARTS).flatMap(measureApart);
  console.log(`Node ${process.versions.node}, ${MANY} tools\n`);
  for (const name of new Set(all.map(ratio => ratio.name))) {
    console.log(name);
    for (const ratio of all.filter(one => one.name === name)) console.log(`    ${lineOf(ratio)}`);
  }
  return all.every(holds);
}

interface Measured extends Ratio {
  readonly part: string;
}

function measureApart(name: string): Measured[] {
  const { status, stdout } = spawnSync(process.execPath, [...process.execArgv, import.meta.filename, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${name} was not measured`);
  return (JSON.parse(stdout) as Ratio[]).map(ratio => ({ ...ratio, part: name }));
}

async function measureHere(name: string): Promise<boolean> {
  try {
    console.log(JSON.stringify(await PARTS[name]?.()));
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function lineOf(measured: Measured): string {
  const { part: of, ours, floor, ratio, wanted } = measured;
  const limit = 'atLeast' in wanted ? `≥ ${wanted.atLeast}` : `≤ ${wanted.atMost}`;
  return `${of}: ${ours} against ${floor}: ${ratio.toFixed(2)} (wanted ${limit}) ${holds(measured) ? 'holds' : 'MISSED'}`;
}

async function onPostgres(): Promise<readonly Ratio[]> {
  const postgres = await startPostgres();
  try {
    return await ratiosOf('PostgreSQL', () => postgres.createDatabase());
  } finally {
    await postgres.stop();
  }
}

type MakeUrl = (name: string) => string | Promise<string>;

async function ratiosOf(kind: string, makeUrl: MakeUrl): Promise<Ratio[]> {
  const [few, many] = [await filled(await makeUrl('few'), FEW), await filled(await makeUrl('many'), MANY)];
  try {
    return [
      ...(await searchRatios(few, many)),
      await pageRatio(many),
      await documentRatio(kind, many),
      await publishRatio(kind, many.url),
    ];
  } finally {
    await few.database.close();
    await many.database.close();
  }
}

async function filled(url: string, count: number): Promise<Registry & { readonly url: string }> {
  const registry = await open(url);
  const result = await importDocuments(registry, Readable.from(lines(count)), { unsigned: true });
  if (result.imported !== count) throw new Error(`imported ${result.imported} of ${count}`);
  return { ...registry, url };
}

async function open(url: string, inspector?: Inspector): Promise<Registry> {
  return await openRegistry({ url, data: folder, inspector, now: () => new Date() });
}

function* lines(count: number): Generator<Buffer> {
  for (const document of makeDocuments(count)) yield Buffer.from(`{"document":${document}}\n`);
}

/** A search that finds five tools, against reading one row by its number, in turns. */
async function searchRatios(few: Registry, many: Registry): Promise<Ratio[]> {
  const { reader } = many.database;
  const ids = await reader.all<{ id: number }>(sql`select id from tools order by id`);
  const id = (round: number) => ids[(round * 7_919) % ids.length]?.id ?? 0;
  const word = (round: number, count: number) => ({ q: rareWord((round * 7_919) % count) });
  const [read, selective, selectiveFew] = await medians([
    round => reader.find(sql`select * from tools where id = ${id(round)}`),
    round => search(many, undefined, word(round, MANY)),
    round => search(few, undefined, word(round, FEW)),
  ]);
  return [
    atMost(`selective search against a read by primary key`, selective, read, 3),
    atMost(`selective search, ${MANY} tools against ${FEW}`, selective, selectiveFew, 3),
  ];
}

async function pageRatio(many: Registry): Promise<Ratio> {
  let cursor: string | undefined;
  for (let page = 0; page < Math.floor((MANY / 100) * 0.7); page++) {
    cursor = (await search(many, undefined, { limit: 100, cursor })).nextCursor;
  }
  const [first, deep] = await medians([() => search(many, undefined, {}), () => search(many, undefined, { cursor })]);
  return atMost(`a page after 70 % of all against the first`, deep, first, 1.5);
}

/** Documents over HTTP against a bare route with the same bytes, both in this process, asked by another one. */
async function documentRatio(kind: string, { url }: { readonly url: string }): Promise<Ratio> {
  const unlimited = { readsPerMinute: 1e9, writesPerMinute: 1e9, failuresPerMinute: 1e9 };
  const log = createLog('info', () => {});
  const common = { host: '127.0.0.1', port: 0, log, now: () => new Date(), rateLimits: unlimited };
  const data = path.join(folder, `serve-${kind}`);
  const serving = await serve({ ...common, data, databaseUrl: url });
  const documents = [...makeDocuments(500)];
  const paths = documents.map(document => {
    const { name } = (readJson(Buffer.from(document)) as { tool: { name: string } }).tool;
    return `/api/v1/tools/${name}/versions/1.0.0/document`;
  });
  const bytes = new Map(paths.map((one, index) => [one, Buffer.from(documents[index] ?? '')]));
  const app = new Hono().get('*', context => new Response(bytes.get(context.req.path)));
  const bare = listen({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await new Promise(resolve => bare.once('listening', resolve));
  const address = bare.address() as { port: number };
  const rounds: [number, number][] = [];
  for (let round = 0; round < 5; round++) {
    rounds.push([await load(serving.url, paths), await load(`http://127.0.0.1:${address.port}`, paths)]);
  }
  bare.close();
  await serving.close();
  const ours = median(rounds.map(([one]) => one));
  const floor = median(rounds.map(([, one]) => one));
  return {
    name: `documents a second against a bare route with the same bytes`,
    ...{ ours: ours.toFixed(0), floor: floor.toFixed(0) },
    ...{ ratio: median(rounds.map(([a, b]) => a / b)), wanted: { atLeast: 0.6 } },
  };
}

async function load(origin: string, paths: readonly string[]): Promise<number> {
  const script = path.join(import.meta.dirname, 'load.js');
  const child = spawn(process.execPath, [script, origin, paths.join(','), '2'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  return Number(text);
}

/**
 * Publishing into a registry with many tools against verifying the same bytes and one durable insert each. Both sides run 32
 * in parallel, in the process and not over HTTP. The floor uses the database settings of the registry and commits each insert.
 */
async function publishRatio(kind: string, url: string): Promise<Ratio> {
  const { certificate, documents } = await signedDocuments(kind, ROUNDS * ROUND * 2);
  // As in a registry that is served.
  const inspector = createInspector({ pins: [certificate] });
  const registry = await open(url, inspector);
  const now = new Date();
  const verifier = createVerifier(parseTrust({ pins: [certificate] }));
  const principal = { id: 'bench', permissions: ['publish'] as const, namespace: undefined };
  const insert = await rawInsert(kind, url);
  const rates: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [ours, floor] = [documents.splice(0, ROUND), documents.splice(0, ROUND)];
    rates.push([
      await rateOf(ours, one => publish(registry, principal, one)),
      await rateOf(floor, async one => {
        await verifier.verify(one, { now });
        await insert.run(one);
      }),
    ]);
  }
  await insert.close();
  await inspector.close();
  await registry.database.close();
  const settled = rates.slice(WARM_UP_ROUNDS);
  return {
    name: `publishes a second against verifying and one durable insert each, ${PARALLEL} in parallel`,
    ours: median(settled.map(([one]) => one)).toFixed(0),
    floor: median(settled.map(([, one]) => one)).toFixed(0),
    ...{ ratio: median(settled.map(([one, other]) => one / other)), wanted: { atLeast: 0.5 } },
  };
}

/** Signing takes longer than publishing, so it is done before. */
async function signedDocuments(kind: string, count: number) {
  const data = path.join(folder, `key-${kind}`);
  execFileSync(process.execPath, [TOOLMARK, 'keygen', '--subject', 'bench', '--out', data], { stdio: 'ignore' });
  const certificate = new X509Certificate(readFileSync(path.join(data, 'certificate.pem'))).raw;
  const key = createPrivateKey(readFileSync(path.join(data, 'key.pem')));
  const now = new Date();
  const sign = (text: string) => signDocument(Buffer.from(text), { key, certificate }, { now });
  return { certificate, documents: [...makeDocuments(count, MANY)].map(sign) };
}

/** Documents per second with PARALLEL in parallel. */
async function rateOf(documents: readonly Uint8Array[], work: (one: Uint8Array) => Promise<unknown>): Promise<number> {
  const waiting = [...documents];
  const start = performance.now();
  const worker = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await work(one);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return (documents.length / (performance.now() - start)) * 1000;
}

async function rawInsert(kind: string, url: string) {
  if (kind === 'PostgreSQL') {
    const pool = new pg.Pool({ connectionString: url });
    pool.on('error', () => {});
    await pool.query('create table floor (bytes bytea)');
    const run = async (bytes: Uint8Array) => void (await pool.query('insert into floor values ($1)', [bytes]));
    return { run, close: () => pool.end() };
  }
  const { openSqlite } = await import('../packages/registry/src/database/sqlite.ts');
  const file = openSqlite(path.join(folder, 'floor.db'));
  file.exec('pragma journal_mode = wal');
  file.exec('pragma synchronous = full');
  file.exec('create table floor (bytes blob)');
  const statement = file.prepare('insert into floor values (?)');
  return { run: async (bytes: Uint8Array) => void statement.run(bytes), close: async () => file.close() };
}

/** The built commands, as an operator runs them. */
async function memoryRatios(): Promise<Ratio[]> {
  const [some, all] = [await importPeak('some', MANY / 10), await importPeak('all', MANY)];
  const resident = await servedResident(path.join(folder, 'all'));
  return [
    mib(`resident memory of a registry with ${MANY} tools, in MiB`, resident, 200),
    atMostOf(`peak memory of importing ${MANY} documents against ${MANY / 10}`, all, some, 1.5),
  ];
}

async function importPeak(name: string, count: number): Promise<number> {
  const data = path.join(folder, name);
  mkdirSync(data);
  const file = path.join(data, 'tools.jsonl');
  await pipeline(Readable.from(lines(count)), createWriteStream(file));
  const report = "data:text/javascript,process.on('exit',()=>console.error('peak',process.resourceUsage().maxRSS))";
  const child = spawn(
    process.execPath,
    ['--import', report, TOOLMARK, 'import', file, '--unsigned', '--format', 'json'],
    {
      env: { ...process.env, TOOLMARK_DATA: data },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let text = '';
  for await (const chunk of child.stderr) text += chunk;
  const peak = /peak (\d+)/.exec(text)?.[1];
  if (peak === undefined) throw new Error(`the import failed: ${text}`);
  return Number(peak) / 1024;
}

async function servedResident(data: string): Promise<number> {
  const env = { ...process.env, TOOLMARK_DATA: data, PORT: '18485', TOOLMARK_ADMIN_TOKEN: `bench-${'x'.repeat(32)}` };
  const child = spawn(process.execPath, [TOOLMARK, 'serve', '--log-level', 'silent'], { env, stdio: 'ignore' });
  const ask = (target: string) => fetch(`http://127.0.0.1:18485${target}`);
  while (
    !(await ask('/readyz').then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await new Promise(resolve => setTimeout(resolve, 100));
  for (let round = 0; round < 2_000; round++) await (await ask(`/api/v1/tools?q=${rareWord(round * 31)}`)).text();
  for (const word of ['invoice', 'customer', 'report']) await (await ask(`/api/v1/tools?q=${word}`)).text();
  const metrics = await (await ask('/metrics')).text();
  child.kill();
  return Number(/process_resident_memory_bytes (\d+)/.exec(metrics)?.[1]) / 2 ** 20;
}

/** Medians in microseconds of works that take turns. */
async function medians(works: readonly ((round: number) => Promise<unknown>)[]): Promise<number[]> {
  const times = works.map((): number[] => []);
  for (let round = 0; round < 2_300; round++) {
    for (const [index, work] of works.entries()) {
      const spent = await timed(() => work(round));
      if (round >= 300) times[index]?.push(spent);
    }
  }
  return times.map(median);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) * 1000;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function atMost(name: string, ours = Number.NaN, floor = Number.NaN, limit: number): Ratio {
  const show = (time: number) => `${time.toFixed(0)} µs`;
  return { name, ours: show(ours), floor: show(floor), ratio: ours / floor, wanted: { atMost: limit } };
}

function atMostOf(name: string, ours: number, floor: number, limit: number): Ratio {
  const show = (size: number) => `${size.toFixed(0)} MiB`;
  return { name, ours: show(ours), floor: show(floor), ratio: ours / floor, wanted: { atMost: limit } };
}

function mib(name: string, ours: number, limit: number): Ratio {
  return { name, ours: ours.toFixed(0), floor: `${limit}`, ratio: ours / limit, wanted: { atMost: 1 } };
}
