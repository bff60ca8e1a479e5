import { expect, test } from 'vitest';
import { openTestRegistry } from '../../../../test/registry.ts';
import { sampleServer } from '../../../../test/server-entry.ts';
import { OPERATOR } from '../accounts/principal.ts';
import { sql } from '../database/statement.ts';
import { publishServer } from '../servers/publish-server.ts';
import { syncServers } from './sync-servers.ts';
import { upstreamPages } from './upstream-pages.ts';

test('reports entries that it cannot take by name, and takes the others', async () => {
  const mirror = await openTestRegistry();
  const good = sampleServer({ name: 'com.example/good' });
  await publishServer(mirror, OPERATOR, Buffer.from(JSON.stringify(sampleServer({ name: 'com.example/ours' }))));
  const page = `{"servers":[
    {"server":{"name":"com.example/twice","name":"x","version":"1.0.0"}},
    {"server":{"name":"no-slash","version":"1.0.0","description":"d"}},
    {"server":${JSON.stringify(sampleServer({ name: 'com.example/ours', version: '6.6.6' }))}},
    {"server":${JSON.stringify(sampleServer({ name: 'com.example/ours' }))}},
    {"server":{"name":"com.example/half\\ud800"}}, 17, null,
    {"server":${JSON.stringify(good, null, 1)}, "_meta": {"io.modelcontextprotocol.registry/official": {"status": "strange", "publishedAt": 5}}}
  ],"metadata":{"count":8,"nextCursor":""}}`;
  const remarks: string[] = [];
  const result = await syncServers(
    mirror,
    upstreamPages(mirror, 'https://other.example', async () => new Response(page)),
    { report: ({ name, version, code }) => remarks.push(`${name} ${version} ${code}`) },
  );
  expect(result).toEqual({ added: 1, changed: 0, unchanged: 1, refused: 6, losses: 0 });
  expect(remarks.sort()).toEqual([
    '  server.malformed',
    '  server.malformed',
    '"com.example/half\\ud800"  json.lone-surrogate',
    'com.example/ours 6.6.6 publish.not-owner',
    'com.example/twice 1.0.0 json.duplicate-key',
    'no-slash 1.0.0 server.malformed',
  ]);
  expect(await mirror.database.reader.all(sql`select name from servers order by name`)).toEqual([
    ...[{ name: 'com.example/good' }, { name: 'com.example/ours' }],
  ]);
});
