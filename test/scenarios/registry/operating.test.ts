import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backup, importDocuments, openDatabase, rebuild, restore } from '../../../packages/registry/src/index.ts';
import { sampleDocument } from '../../document.ts';
import { issue } from '../../pki.ts';
import { type Postgres, startPostgres } from '../../postgres.ts';
import { describeDatabases, signTool, startRegistry, type TestRegistry } from '../../registry.ts';
import { sampleServer, sampleTool } from '../../server-entry.ts';
import { rowsIn } from './rows-of.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const SERVER = 'io.github.owner/weather';

function line(tool: Readonly<Record<string, unknown>>, space = ''): string {
  const sample = sampleDocument();
  return `{"document":${space}${JSON.stringify({ ...sample, tool: { ...(sample.tool as object), ...tool } }, null, space === '' ? 0 : 1).replaceAll('\n', '')}${space}}`;
}

async function* source(...lines: readonly string[]) {
  for (const text of lines) yield new TextEncoder().encode(`${text}\n`);
}

/** Everything that can be asked of a registry, as one value: what a rebuild and a restore must not change. */
async function portrait(registry: TestRegistry): Promise<unknown> {
  const { database } = registry.service.registry;
  const tables = [
    ...(['publishers', 'tokens', 'certificates', 'tools', 'versions', 'facets', 'events', 'blobs'] as const),
    ...(['servers', 'server_versions', 'server_remotes'] as const),
  ];
  const rows = [];
  for (const table of tables) rows.push(await rowsIn(database.reader, table));
  const text = (row: object) =>
    JSON.stringify({
      ...row,
      ...('bytes' in row ? { bytes: Buffer.from(row.bytes as Uint8Array).toString('hex') } : {}),
    });
  return rows.map(all => all.map(text).sort());
}

describeDatabases('importing', start => {
  test('lines become tools of the operator, byte for byte, and bad lines are named', async () => {
    const registry = await start();
    const spaced = line({ name: 'spaced_tool' }, '  ');
    const result = await importDocuments(
      registry.service.registry,
      source(
        line({ name: 'first_tool' }),
        'not json',
        '',
        spaced,
        line({ name: 'bad tool' }),
        line({ name: 'first_tool' }),
        line({ name: 'first_tool', description: 'Searches the invoices of anyone.' }),
        `{"document":"${'x'.repeat(2_000_000)}"}`,
        '{"server":{}}',
        '{"servers":[]}',
        line({ name: 'last_tool' }),
      ),
      { unsigned: true },
    );
    expect(result).toEqual({
      imported: 3,
      unchanged: 1,
      refused: [
        { line: 2, code: 'json.syntax' },
        { line: 5, code: 'publish.invalid' },
        { line: 7, code: 'publish.version-taken' },
        { line: 8, code: 'request.too-large' },
        { line: 9, code: 'server.malformed' },
        { line: 10, code: 'import.not-a-document' },
      ],
      refusedCount: 6,
    });
    const shown = await registry.get('/api/v1/tools/spaced_tool');
    expect(shown.json.registry).toMatchObject({ publisher: 'admin', verification: { outcome: 'unsigned' } });
    const document = await registry.get('/api/v1/tools/spaced_tool/versions/2.3.1/document');
    expect(Buffer.from(document.bytes).toString()).toBe(spaced.slice('{"document":'.length, -1).trim());
    expect((await registry.get('/api/v1/tools?q=last')).json.tools).toHaveLength(1);
  });

  test('signatures are demanded unless they are not, and a broken one is never taken', async () => {
    const registry = await start();
    const known = await registry.createPublisher('ada');
    const stranger = await issue({ name: 'CN=eve', key: 'ed25519' });
    const text = (bytes: Uint8Array) => `{"document":${Buffer.from(bytes).toString()}}`;
    const lines = [
      line({ name: 'unsigned_tool' }),
      text(known.sign({ name: 'known_tool' })),
      text(signTool(stranger, { name: 'strange_tool' })),
      text(known.sign({ name: 'broken_tool' })).replace('broken_tool', 'braken_tool'),
    ];
    const strict = await importDocuments(registry.service.registry, source(...lines), { publisher: 'ada' });
    expect([strict.imported, strict.refused]).toEqual([
      1,
      [
        { line: 1, code: 'publish.unsigned' },
        { line: 3, code: 'publish.untrusted' },
        { line: 4, code: 'publish.tampered' },
      ],
    ]);
    const lax = await importDocuments(registry.service.registry, source(...lines), {
      publisher: 'ada',
      unsigned: true,
    });
    expect(lax).toMatchObject({ imported: 2, unchanged: 1, refused: [{ line: 4, code: 'publish.tampered' }] });
    const outcome = async (name: string) =>
      (await registry.get(`/api/v1/tools/${name}`)).json.registry.verification.outcome;
    expect([await outcome('known_tool'), await outcome('strange_tool')]).toEqual(['trusted', 'untrusted']);
  });

  test('entries of servers become theirs, byte for byte, beside documents', async () => {
    const registry = await start();
    await registry.createPublisher('ada');
    const entry = (name: string, version = '1.0.0', members = {}) =>
      JSON.stringify(sampleServer({ name, version, ...members }, [sampleTool('forecast')]), null, 1).replaceAll(
        '\n',
        ' ',
      );
    const bound = { label: 'bound', namespace: 'com.example/*' };
    const { json } = await registry.admin.post('/api/v1/publishers/ada/tokens', bound);
    const own = { token: json.token, body: entry('com.example/owned') };
    expect((await registry.request('post', '/v0.1/publish', own)).status).toBe(200);
    const lines = [
      `{"server": ${entry(SERVER)} }`,
      line({ name: 'beside_entries' }),
      `{"server":${entry(SERVER, '1.1.0')}}`,
      `{"server":${entry(SERVER, '1.1.0', { description: 'Another one.' })}}`,
      `{"server":${entry('com.example/owned')}}`,
      `{"server":${entry('com.example/owned', '2.0.0')}}`,
      `{"server":${entry('no name')}}`,
    ];
    const given = { unsigned: true };
    const first = await importDocuments(registry.service.registry, source(...lines), given);
    const refused = [
      { line: 4, code: 'server.version-taken' },
      { line: 6, code: 'publish.not-owner' },
      { line: 7, code: 'server.malformed' },
    ];
    expect(first).toEqual({ imported: 3, unchanged: 1, refused, refusedCount: 3 });
    const again = await importDocuments(registry.service.registry, source(...lines), given);
    expect(again).toEqual({ imported: 0, unchanged: 4, refused, refusedCount: 3 });
    const shown = await registry.get(`/v0.1/servers/${encodeURIComponent(SERVER)}/versions/1.0.0`);
    expect(Buffer.from(shown.bytes).toString()).toContain(entry(SERVER));
    const found = await registry.get('/api/v1/tools?q=forecast');
    expect(found.json.tools.map(({ publisher }: { publisher: string }) => publisher).sort()).toEqual(['ada', 'admin']);
  });

  test('more lines than a batch are imported, and tools of others stay theirs', async () => {
    const registry = await start();
    const ada = await registry.createPublisher('ada');
    await ada.publish({ name: 'tool_of_ada' });
    const names = Array.from({ length: 250 }, (_, index) => `tool_number_${index}`);
    const lines = ['tool_of_ada', ...names].map(name => line({ name }));
    const steps: number[] = [];
    const progress = ({ imported }: { readonly imported: number }) => void steps.push(imported);
    const result = await importDocuments(registry.service.registry, source(...lines), { unsigned: true, progress });
    expect(result).toMatchObject({ imported: 250, refused: [{ line: 1, code: 'publish.not-owner' }] });
    expect(steps).toEqual([199, 250]);
    await expect(importDocuments(registry.service.registry, source(), { publisher: 'missing' })).rejects.toMatchObject({
      code: 'publisher.not-found',
    });
  });
});

describeDatabases('backup and restore', (start, kind) => {
  let folder: string;
  let postgres: Postgres | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'toolmark-backup-'));
    postgres = kind === 'postgres' ? await startPostgres() : undefined;
  });
  afterAll(async () => {
    await postgres?.stop();
    await rm(folder, { recursive: true });
  });

  let made = 0;
  const emptyUrl = async () => (await postgres?.createDatabase()) ?? path.join(folder, `empty-${made++}.db`);

  async function filled(): Promise<TestRegistry> {
    const registry = await start();
    const ada = await registry.createPublisher('ada');
    for (const name of ['one_tool', 'two_tools', 'red_fish']) expect((await ada.publish({ name })).status).toBe(201);
    const body = { status: 'yanked', reason: 'ü' };
    await ada.post('/api/v1/tools/two_tools/versions/2.3.1/status', body);
    for (const version of ['1.0.0', '1.1.0']) {
      const entry = sampleServer({ name: SERVER, version }, [sampleTool('forecast'), sampleTool('tides')]);
      const published = await registry.admin.post('/v0.1/publish', entry);
      expect(published.status).toBe(200);
    }
    await registry.get('/api/v1/tools/one_tool/versions/2.3.1/document');
    await registry.service.downloads.flush();
    return registry;
  }

  test('a registry moves into another database with all it was', async () => {
    const registry = await filled();
    const file = path.join(folder, 'moved.gz');
    const counts = await backup(registry.service.registry.database, file, NOW);
    expect(counts).toMatchObject({ blobs: 5 });
    expect((await stat(file)).mode & 0o077).toBe(0);
    const before = await portrait(registry);

    const url = await emptyUrl();
    const target = await openDatabase({ url });
    expect(await restore(target, file)).toEqual(counts);
    await expect(restore(target, file)).rejects.toMatchObject({ code: 'backup.not-empty' });
    await target.close();

    const again = await startRegistry({ databaseUrl: url, adminToken: registry.adminToken });
    expect(await portrait(again)).toEqual(before);
    const [old, moved] = await Promise.all(
      [registry, again].map(one => one.get(`/v0.1/servers/${encodeURIComponent(SERVER)}/versions/1.0.0`)),
    );
    expect(moved?.json).toEqual(old?.json);
    expect((await again.get(`/api/v1/tools/${encodeURIComponent(`${SERVER}:tides`)}`)).status).toBe(200);
    const carol = await again.createPublisher('carol');
    expect((await carol.publish({ name: 'after_the_move' })).status).toBe(201);
    await again.close();
  });

  test('it moves to the other kind of database too', async () => {
    const registry = await filled();
    const file = path.join(folder, 'across.gz');
    await backup(registry.service.registry.database, file, NOW);
    const other = kind === 'postgres' ? undefined : await startPostgres();
    const url = (await other?.createDatabase()) ?? path.join(folder, 'across.db');
    const target = await openDatabase({ url });
    await restore(target, file);
    await target.close();
    const moved = await startRegistry({ databaseUrl: url, adminToken: registry.adminToken });
    expect(await portrait(moved)).toEqual(await portrait(registry));
    expect((await moved.get('/api/v1/tools?q=fish')).json.tools).toMatchObject([{ name: 'red_fish' }]);
    await moved.close();
    await other?.stop();
  });

  test('what is published during a backup is whole in it or not in it', async () => {
    const registry = await filled();
    const bob = await registry.createPublisher('bob');
    const file = path.join(folder, 'busy.gz');
    const names = Array.from({ length: 20 }, (_, index) => `busy_tool_${index}`);
    const [counts] = await Promise.all([
      backup(registry.service.registry.database, file, NOW),
      ...names.map(name => bob.publish({ name })),
    ]);
    const target = await openDatabase({ url: await emptyUrl() });
    expect(await restore(target, file)).toEqual(counts);
    const versions = await rowsIn(target.reader, 'versions');
    expect(new Set(versions.map(({ digest }) => digest)).size).toBe(counts.blobs);
    await target.close();
  });

  test('a rebuild changes nothing that can be seen', async () => {
    const registry = await filled();
    const before = await portrait(registry);
    await rebuild(registry.service.registry.database);
    expect(await portrait(registry)).toEqual(before);
  });
});
