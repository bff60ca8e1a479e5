import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSqlite } from '../../../packages/registry/src/database/sqlite.ts';
import { sql } from '../../../packages/registry/src/database/statement.ts';
import { createApp } from '../../../packages/registry/src/http/app.ts';
import { describeDatabases, type TestRegistry } from '../../registry.ts';
import { runToolmark } from '../../run-toolmark.ts';
import { sampleServer, sampleTool } from '../../server-entry.ts';
import { undoMigrations } from './undo-migrations.ts';

/** Words in which marks stand between letters, at their end, and where no letter is. */
const DESCRIPTIONS = {
  hindi_bills: 'हिन्दी में बिल खोजता है।',
  thai_search: 'ค้นหาใบแจ้งหนี้ ทำรายการ',
  struck_out: 'Finds x\u0338y and \u0338 alone.',
  plain_bills: 'Finds bills in plain letters.',
};

async function found(registry: TestRegistry, q: string): Promise<string[]> {
  const { status, json } = await registry.get(`/api/v1/tools?q=${encodeURIComponent(q)}`);
  expect([q, status]).toEqual([q, 200]);
  return json.tools.map(({ name }: { name: string }) => name);
}

async function publishAll(registry: TestRegistry): Promise<void> {
  const ada = await registry.createPublisher('ada');
  for (const [name, description] of Object.entries(DESCRIPTIONS)) {
    expect((await ada.publish({ name, description })).status).toBe(201);
  }
}

const QUERIES: readonly (readonly [q: string, ...names: string[]])[] = [
  ['हिन्दी', 'hindi_bills'],
  ['हि', 'hindi_bills'],
  ['ह', 'hindi_bills'],
  ['बिल', 'hindi_bills'],
  ['बिल हिन्दी', 'hindi_bills'],
  ['न्दी'],
  ['ค้นหา', 'thai_search'],
  ['ทำ', 'thai_search'],
  ['ทม'],
  ['x\u0338y', 'struck_out'],
  ['x\u0338', 'struck_out'],
  ['xy'],
  ['y'],
  ['\u0338', 'struck_out'],
  ['bills', 'hindi_bills', 'plain_bills'],
];

describeDatabases('searching', (start, kind) => {
  test('marks are part of words, in every script', async () => {
    const registry = await start();
    await publishAll(registry);
    for (const [q, ...names] of QUERIES) expect([q, ...(await found(registry, q)).sort()]).toEqual([q, ...names]);
  });

  test('a misspelt facet is refused with a suggestion, and one that a tool has is not', async () => {
    const registry = await start();
    const ada = await registry.createPublisher('ada');
    const metadata = { classification: { service_domains: ['emial', 'email'] } };
    expect((await ada.publish({ name: 'own_words', metadata })).status).toBe(201);
    const rows: readonly (readonly [query: string, status: number, text: string])[] = [
      ['capability=networ_request', 400, 'Did you mean network_request?'],
      ['capability=read_file&capability=fly', 400, '\\"fly\\" is not a capability. Known values: read_file,'],
      ['domain=EMAIL', 400, 'Did you mean email'],
      ['prefer_domain=paymnts', 400, 'payments'],
      ['domain=emial', 200, 'own_words'],
      ['domain=email', 200, 'own_words'],
      ['domain=org.example.falconry', 200, '"tools":[]'],
    ];
    for (const [query, status, text] of rows) {
      const answer = await registry.get(`/api/v1/tools?${query}`);
      expect([query, answer.status, Buffer.from(answer.bytes).toString()]).toEqual([
        ...[query, status, expect.stringContaining(text)],
      ]);
      if (status === 400) expect(answer.json.code).toBe('request.unknown-facet');
    }
  });

  test('a name is searched by a part of it or by a pattern, also below a server', async () => {
    const registry = await start();
    const ada = await registry.createPublisher('ada');
    for (const name of ['read_file', 'read_mail', 'thread_read', 'readXfile']) {
      expect((await ada.publish({ name })).status).toBe(201);
    }
    const entry = sampleServer({}, [sampleTool('read_weather')]);
    await registry.admin.post('/v0.1/publish', entry);
    const weather = 'io.github.owner/weather:read_weather';
    const rows: readonly (readonly [name: string, ...found: string[]])[] = [
      ['read_*', weather, 'read_file', 'read_mail'],
      ['READ_*', weather, 'read_file', 'read_mail'],
      ['*_read', 'thread_read'],
      ['read?file', 'readXfile', 'read_file'],
      ['*a*i*l', 'read_mail'],
      ['?', ...[]],
      ['read_', weather, 'read_file', 'read_mail', 'thread_read'],
      ['*', weather, 'readXfile', 'read_file', 'read_mail', 'thread_read'],
    ];
    for (const [name, ...names] of rows) {
      const { json } = await registry.get(`/api/v1/tools?name=${encodeURIComponent(name)}`);
      expect([name, ...json.tools.map((tool: { name: string }) => tool.name).sort()]).toEqual([name, ...names]);
    }
    const many = await registry.get(`/api/v1/tools?name=${'*a'.repeat(9)}`);
    expect([many.status, many.json.code]).toEqual([400, 'request.malformed']);
  });

  test('a tool whose claims contradict each other is marked', async () => {
    const registry = await start();
    const ada = await registry.createPublisher('ada');
    const metadata = { behavior: { operations: ['create'], read_only: true, open_world: true }, strict: false };
    expect((await ada.publish({ name: 'trash_item', metadata })).status).toBe(201);
    expect((await ada.publish({ name: 'find_item' })).status).toBe(201);
    const { json } = await registry.get('/api/v1/tools?name=_item');
    const marks = json.tools.map((tool: { name: string; contradictions?: string[] }) => [
      tool.name,
      tool.contradictions,
    ]);
    expect(Object.fromEntries(marks)).toEqual({
      find_item: undefined,
      trash_item: ['metadata.mutating-read-only'],
    });
    const { stdout } = await runToolmark(['search', '--name', '_item'], {
      cwd: registry.data,
      env: { TOOLMARK_REGISTRY: registry.url },
    });
    expect(stdout).toMatch(/\n *trash_item +contradictory metadata \[metadata\.mutating-read-only\]\n/);
  });

  test('no text is more than the registry can search for', async () => {
    const registry = await start();
    await publishAll(registry);
    const app = createApp(registry.service, { addressOf: () => '127.0.0.1', requestIdOf: () => 'test-request' });
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(...'x1 "\'*:&|!()<->\\%_^{}~\u0338\u0e49\u093f\u0345ς😀AND'), maxLength: 40 }),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('q', 'name', 'capability', 'domain', 'prefer_domain'), async (q, key) => {
        const { status } = await app.request(`/api/v1/tools?${key}=${encodeURIComponent(q)}`);
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 300 },
    );
  });

  test('rebuilds an old index when the registry starts', async () => {
    const registry = await start();
    await publishAll(registry);
    const { database } = registry.service.registry;
    await database.write(writer => undoMigrations(writer, 3));
    if (kind === 'sqlite') useOldIndex(path.join(registry.data, 'registry.db'));
    else await database.write(writer => writer.run(sql`update tool_words set words = to_tsvector('simple', 'old')`));
    const again = await start({
      databaseUrl: registry.databaseUrl ?? path.join(registry.data, 'registry.db'),
      adminToken: registry.adminToken,
    });
    for (const [q, ...names] of QUERIES) expect([q, ...(await found(again, q)).sort()]).toEqual([q, ...names]);
  });
});

function useOldIndex(file: string): void {
  const db = openSqlite(file);
  db.exec(`drop table tool_words; create virtual table tool_words using fts5(words, content='', contentless_delete=1,
    detail=none, tokenize='unicode61 remove_diacritics 0', prefix='3')`);
  db.close();
}
