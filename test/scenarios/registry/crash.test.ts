import { mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, type TestFunction, test } from 'vitest';
import type { Reader } from '../../../packages/registry/src/database/connection.ts';
import { WRITE_LOCK } from '../../../packages/registry/src/database/open-postgres.ts';
import { openSqlite } from '../../../packages/registry/src/database/sqlite.ts';
import { sql } from '../../../packages/registry/src/database/statement.ts';
import { openDatabase, rebuild } from '../../../packages/registry/src/index.ts';
import { AdvisoryLists } from '../../../packages/registry/src/judging/advisory-lists.ts';
import { describeDatabases, type TestRegistry } from '../../registry.ts';
import { startRegistryProcess } from './registry-process.ts';
import { gapsIn, rowsIn, rowsOf } from './rows-of.ts';

const TOOLS = '/api/v1/tools';
const UNLIMITED = { readsPerMinute: 1e6, writesPerMinute: 1e6, failuresPerMinute: 1e6 };

describeDatabases('failures', (startOn, kind, postgres) => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'toolmark-crash-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('[registry.crash] kill -9 during a burst of publishes loses none that was acknowledged, byte for byte', async () => {
    const databaseUrl = await postgres()?.createDatabase();
    const options = { data: folder, ...(databaseUrl === undefined ? {} : { databaseUrl }) };
    const first = await startRegistryProcess(options);
    const ada = await first.createPublisher('ada');
    const documents = Array.from({ length: 60 }, (_, i) => ({
      version: `1.0.${i}`,
      bytes: ada.sign({ name: 'survivor', version: `1.0.${i}` }),
    }));
    const acknowledged: typeof documents = [];
    let killed: Promise<void> | undefined;
    const waiting = [...documents];
    const publishSome = async () => {
      for (let document = waiting.shift(); document !== undefined; document = waiting.shift()) {
        const { status } = await first.as(ada.token).post(TOOLS, document.bytes);
        if (status === 201) acknowledged.push(document);
        if (acknowledged.length === 20) killed ??= first.end('SIGKILL');
      }
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, publishSome));
    await killed;
    expect(acknowledged.length).toBeGreaterThanOrEqual(20);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);

    const second = await startRegistryProcess(options);
    for (const { version, bytes } of acknowledged) {
      const read = await second.get(`${TOOLS}/survivor/versions/${version}/document`);
      expect([version, Buffer.from(read.bytes).equals(Buffer.from(bytes))]).toEqual([version, true]);
    }
    // A publish that was not acknowledged may be stored or not; publishing again works in both cases.
    for (const { bytes } of documents.slice(-3)) {
      expect([200, 201]).toContain((await second.as(ada.token).post(TOOLS, bytes)).status);
    }
    await second.end();
    const file = path.join(folder, 'registry.db');
    const database = await openDatabase({ url: databaseUrl ?? file });
    expect(await gapsIn(database)).toEqual([]);
    const before = await rowsOf(database, file);
    await rebuild(database);
    expect(await rowsOf(database, file)).toEqual(before);
    await database.close();
  });

  /** A test for one of the databases. */
  function onlyOn(database: typeof kind, title: string, run: TestFunction): void {
    if (kind === database) test(title, run);
  }

  const start = () => startOn({ timeouts: { store: 1_500 }, rateLimits: UNLIMITED });

  test('while another process holds the write lock, writes fail with 503 and reads work', async () => {
    const registry = await start();
    const ada = await registry.createPublisher('ada');
    await ada.publish({ name: 'readable', version: '1.0.0' });
    // As if another process had signed it.
    await new AdvisoryLists(registry.service.registry, registry.service.log).current();
    const release = await hold(registry);
    const writes = Array.from({ length: 20 }, (_, i) => ada.publish({ name: 'readable', version: `2.0.${i}` }));
    const reads = Array.from({ length: 20 }, () => ada.get(`${TOOLS}/readable`));
    expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await registry.get('/api/v1/advisories')).status).toBe(200);
    for (const { status, json, headers } of await Promise.all(writes)) {
      expect([status, json.code, headers.get('retry-after')]).toEqual([503, 'store.busy', '1']);
    }
    await release();
    expect((await ada.publish({ name: 'readable', version: '3.0.0' })).status).toBe(201);
    await registry.close();
  });

  /** Takes the write lock like another process, until released. */
  async function hold({ data, service }: TestRegistry): Promise<() => Promise<void>> {
    const server = postgres();
    if (server === undefined) {
      const file = openSqlite(path.join(data, 'registry.db'));
      file.exec('begin immediate');
      return async () => file.close();
    }
    const { reader } = service.registry.database;
    const { name } = await reader.get<{ name: string }>(sql`select current_database() as name`);
    const url = new URL(await server.createDatabase());
    url.pathname = `/${name}`;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query(`select pg_advisory_lock(${WRITE_LOCK})`);
    return () => client.end();
  }

  onlyOn(
    'sqlite',
    'on a full disk writes fail without a trace, reads work, and writes resume when there is room',
    async () => {
      const registry = await start();
      const ada = await registry.createPublisher('ada');
      await ada.publish({ name: 'first_tool', version: '1.0.0' });
      const { database } = registry.service.registry;
      const events = async () => (await rowsIn(database.reader, 'events')).length;
      const limit = (pages: number) =>
        database.write(writer => writer.run({ text: `pragma max_page_count = ${pages}`, values: [] }));
      await limit(1);
      const before = await events();
      const description = `Searches ${'many invoices '.repeat(250)}.`;
      const refused = await ada.publish({ name: 'second_tool', description });
      expect([refused.status, refused.json.code]).toEqual([507, 'store.full']);
      expect(await events()).toBe(before);
      expect((await registry.get(`${TOOLS}/first_tool/versions/1.0.0/document`)).status).toBe(200);
      expect((await registry.get(`${TOOLS}/second_tool`)).status).toBe(404);
      await limit(1_000_000);
      expect((await ada.publish({ name: 'second_tool', description })).status).toBe(201);
      expect(await gapsIn(database)).toEqual([]);
      await registry.close();
    },
  );

  test('an unusable database fails at start with a code', async () => {
    const gone = kind === 'sqlite' ? path.join(folder, 'missing', 'registry.db') : 'postgres://user@127.0.0.1:1/none';
    await expect(openDatabase({ url: gone })).rejects.toMatchObject({ code: 'store.unavailable' });
    await expect(openDatabase({ url: 'mysql://x' })).rejects.toMatchObject({ code: 'store.unknown-database' });
    const url = (await postgres()?.createDatabase()) ?? path.join(folder, 'newer.db');
    const database = await openDatabase({ url });
    await database.write(writer => writer.run(sql`insert into migrations values (1000)`));
    await database.close();
    await expect(openDatabase({ url })).rejects.toMatchObject({ code: 'store.newer' });
  });

  onlyOn('sqlite', 'notices a database file that was removed or replaced, and writes nothing to it', async () => {
    const registry = await start();
    const ada = await registry.createPublisher('ada');
    const file = path.join(registry.data, 'registry.db');
    for (const name of ['registry.db', 'registry.db-wal']) {
      expect((await stat(path.join(registry.data, name))).mode & 0o077).toBe(0);
    }
    const outcome = async () => {
      const published = await ada.publish({ name: 'kept_nowhere' });
      return [published.status, (await registry.get('/readyz')).status];
    };
    await rename(file, `${file}.away`);
    expect(await outcome()).toEqual([503, 503]);
    await writeFile(file, '');
    expect(await outcome()).toEqual([503, 503]);
    await rename(`${file}.away`, file);
    expect(await outcome()).toEqual([201, 200]);
    await registry.close();
  });

  onlyOn('sqlite', 'writes are synchronous, and readers cannot write', async () => {
    const { reader, write } = (await start()).service.registry.database;
    const ask = async (db: Reader, name: string) =>
      Object.values(await db.get<object>({ text: `pragma ${name}`, values: [] }));
    await write(async writer => {
      expect(await ask(writer, 'synchronous')).toEqual([2]);
      expect(await ask(writer, 'journal_mode')).toEqual(['wal']);
    });
    expect(await ask(reader, 'query_only')).toEqual([1]);
  });

  onlyOn('sqlite', 'refuses a file that is not a database', async () => {
    const file = path.join(folder, 'broken.db');
    await writeFile(file, 'these are not the bytes of a database '.repeat(500));
    await expect(openDatabase({ url: file })).rejects.toMatchObject({ code: 'store.unavailable' });
  });

  onlyOn('postgres', 'reports a killed PostgreSQL and recovers when it is back', async context => {
    const cut = postgres()?.cut;
    if (cut === undefined) return context.skip('the database is not ours to kill');
    const registry = await start();
    const ada = await registry.createPublisher('ada');
    await ada.publish({ name: 'outlives', version: '1.0.0' });
    await cut.kill();
    const ask = async () => await registry.get(`${TOOLS}/outlives`);
    let broken = await ask();
    for (let i = 0; i < 100 && broken.status === 200; i++) broken = await ask();
    expect([broken.status, broken.json.code, broken.headers.get('retry-after')]).toEqual([
      503,
      'store.unavailable',
      '5',
    ]);
    const refused = await ada.publish({ name: 'outlives', version: '1.0.1' });
    expect([refused.status, refused.json.code]).toEqual([503, 'store.unavailable']);
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_tool', arguments: { name: 'outlives' } },
    };
    const accept = 'application/json, text/event-stream';
    const answer = await registry.request('post', '/mcp', { body: call, headers: { accept } });
    expect(Buffer.from(answer.bytes).toString()).toContain(
      'store.unavailable: The database cannot be reached or read.',
    );
    expect((await registry.get('/readyz')).status).toBe(503);
    expect((await registry.get('/healthz')).status).toBe(200);
    await cut.restart();
    expect((await ask()).status).toBe(200);
    expect((await ada.publish({ name: 'outlives', version: '1.0.1' })).status).toBe(201);
    await registry.close();
  });
});
