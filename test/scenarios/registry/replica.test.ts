import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Postgres, startPostgres } from '../../postgres.ts';
import { startRegistry, type TestPublisher, type TestRegistry } from '../../registry.ts';
import { rowsIn } from './rows-of.ts';

/**
 * Two databases: what the second holds is what a replica would hold that has stopped a while ago. So whatever is answered
 * shows where it was read. Its connections cannot write, as those of a replica.
 */
describe.skipIf(process.env.TOOLMARK_BRIEF !== undefined)('a registry with a replica for reads', () => {
  let postgres: Postgres;
  let registry: TestRegistry;
  let behind: TestRegistry;
  let ada: TestPublisher;
  beforeAll(async () => {
    postgres = await startPostgres();
    const url = await postgres.createDatabase();
    behind = await startRegistry({ databaseUrl: url });
    registry = await startRegistry({ databaseUrl: await postgres.createDatabase(), databaseReadUrl: readOnly(url) });
    ada = await registry.createPublisher('ada');
  });
  afterAll(async () => {
    await registry.close();
    await behind.close();
    await postgres.stop();
  });

  test('its connections cannot write', async () => {
    const client = new pg.Client({ connectionString: readOnly(behind.databaseUrl ?? '') });
    await client.connect();
    await expect(client.query('create table x (y int)')).rejects.toMatchObject({ code: '25006' });
    await client.end();
  });

  test('writes to the database and reads tools from the replica', async () => {
    const eve = await behind.createPublisher('eve');
    await eve.publish({ name: 'on_the_replica' });
    expect((await ada.publish({ name: 'on_the_database' })).status).toBe(201);
    expect(await namesIn(registry)).toEqual(['on_the_replica']);
    const statusOf = async (name: string) => (await registry.get(`/api/v1/tools/${name}`)).status;
    expect([await statusOf('on_the_replica'), await statusOf('on_the_database')]).toEqual([200, 404]);
    const { current } = registry.service.registry.database;
    expect((await rowsIn(current, 'tools')).map(({ name }) => name)).toEqual(['on_the_database']);
  });

  test('never reads accounts and permissions from the replica', async () => {
    const eve = await behind.createPublisher('only-there');
    expect((await registry.as(eve.token).get('/api/v1/me')).status).toBe(401);
    expect((await ada.get('/api/v1/me')).json.id).toBe('ada');
    const body = { status: 'suspended' };
    await registry.admin.patch('/api/v1/publishers/ada', body);
    expect((await ada.get('/api/v1/me')).status).toBe(401);
  });

  test('signs and serves the advisory list from the database', async () => {
    expect((await registry.get('/api/v1/advisories')).status).toBe(200);
    const { database } = registry.service.registry;
    const kept = await rowsIn(database.current, 'settings');
    expect(kept.map(({ key }) => key)).toContain('advisories.list');
    expect((await registry.get('/readyz')).status).toBe(200);
  });
});

async function namesIn(registry: TestRegistry): Promise<string[]> {
  const { json } = await registry.get('/api/v1/tools');
  return json.tools.map(({ name }: { name: string }) => name);
}

function readOnly(url: string): string {
  const made = new URL(url);
  made.searchParams.set('options', '-c default_transaction_read_only=on');
  return made.href;
}
