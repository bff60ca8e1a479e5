import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseServerJson, toolsOfServer } from '../../../packages/core/src/formats.ts';
import { type JsonObject, parseToolDocument, toMcpTool, toolDigest } from '../../../packages/core/src/index.ts';
import { literal, sql } from '../../../packages/registry/src/database/statement.ts';
import * as shapes from '../../../packages/registry/src/http/routes/server-shapes.ts';
import { filePages, rebuild, syncServers, upstreamPages } from '../../../packages/registry/src/index.ts';
import { describeDatabases, startRegistry, type TestRegistry, type TestResponse } from '../../registry.ts';
import { runToolmark } from '../../run-toolmark.ts';
import { sampleServer, sampleTool } from '../../server-entry.ts';
import { describeShared } from '../../shared.ts';
import { rowsIn } from './rows-of.ts';

const OFFICIAL = 'io.modelcontextprotocol.registry/official';
const OWN = 'dev.toolmark/registry';

function publish(registry: TestRegistry, entry: JsonObject | string, token = registry.adminToken) {
  return registry.as(token).post('/v0.1/publish', entry);
}

async function published(registry: TestRegistry, ...entries: readonly JsonObject[]): Promise<void> {
  for (const entry of entries) {
    const { status, text } = await publish(registry, entry);
    if (status !== 200) throw new Error(text);
  }
}

async function list(registry: TestRegistry, query = ''): Promise<string[]> {
  const { status, json } = await registry.get(`/v0.1/servers${query}`);
  expect(status).toBe(200);
  shapes.ServerList.parse(json);
  return json.servers.map(({ server }: { server: JsonObject }) => `${server.name}@${server.version}`);
}

async function listAll(registry: TestRegistry, query: string): Promise<string[]> {
  const names: string[] = [];
  for (let cursor = ''; ; ) {
    const { json } = await registry.get(`/v0.1/servers?${query}${cursor}`);
    for (const { server } of json.servers) names.push(`${server.name}@${server.version}`);
    expect(json.metadata.count).toBe(json.servers.length);
    if (json.metadata.nextCursor === undefined) return names;
    cursor = `&cursor=${encodeURIComponent(json.metadata.nextCursor)}`;
  }
}

function at(name: string, rest = '/versions/latest'): string {
  return `/v0.1/servers/${encodeURIComponent(name)}${rest}`;
}

async function tokenFor(registry: TestRegistry, id: string, namespace: string): Promise<string> {
  await registry.admin.post('/api/v1/publishers', { id, name: id });
  return (await registry.admin.post(`/api/v1/publishers/${id}/tokens`, { label: 'test', namespace })).json.token;
}

function refusal({ status, json, headers }: TestResponse): unknown {
  expect(headers.get('content-type')).toBe('application/problem+json');
  return [status, json.code];
}

const WEATHER = 'io.github.owner/weather';

/** An entry that is exactly as long as that, as JSON. */
function paddedServer(name: string, bytes: number): JsonObject {
  const { length } = JSON.stringify(sampleServer({ name, extra: '' }));
  return sampleServer({ name, extra: 'x'.repeat(bytes - length) });
}

/** Inserts rows directly: publishing thousands of versions takes minutes. */
async function addOldVersions({ service }: TestRegistry, count: number): Promise<void> {
  const others = sql`server, name, digest, size, searched, status, status_changed_at, published_at, updated_at, facts,
    publisher`;
  await service.registry.database.write(writer =>
    writer.run(sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${literal(count)})
      insert into server_versions (id, version, is_latest, ${others})
      select 1000000 + n, 'old-' || n, 0, ${others} from server_versions cross join numbers`),
  );
}

describeDatabases('the API of the MCP Registry', start => {
  test('an editor finds, lists and reads servers without a token', async () => {
    const registry = await start();
    await published(
      registry,
      sampleServer(),
      sampleServer({ version: '1.1.0' }),
      sampleServer({ name: 'com.example/two' }),
    );
    const origin = { origin: 'vscode-file://vscode-app', 'access-control-request-method': 'GET' };
    const preflight = await registry.request('options', '/v0.1/servers?limit=1', {
      headers: { ...origin, 'access-control-request-headers': 'authorization,content-type' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-methods')).toMatch(/GET.*OPTIONS/);
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/authorization.*content-type/);
    const probe = await registry.as('a-token-of-another-registry').get('/v0.1/servers?limit=1');
    expect([probe.status, probe.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(await list(registry, '?limit=50&version=latest')).toEqual(['com.example/two@1.0.0', `${WEATHER}@1.1.0`]);
    const detail = await registry.get('/v0.1/servers/io.github.owner%2Fweather/versions/latest');
    expect(detail.json.server).toMatchObject({ name: WEATHER, version: '1.1.0' });
    expect(detail.json._meta[OFFICIAL]).toMatchObject({ status: 'active', isLatest: true });
    const again = await registry.get(at(WEATHER), { 'if-none-match': detail.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    const old = await registry.get('/v0/servers/io.github.owner%2Fweather/versions/1.0.0');
    expect(old.json._meta[OFFICIAL].isLatest).toBe(false);
    for (const place of ['/v0.1/health', '/v0.1/ping', '/v0/ping']) {
      expect((await registry.get(place)).status).toBe(200);
    }
  });

  test('pages go on where the last one ended, whatever is published meanwhile', async () => {
    const registry = await start();
    const names = ['aa', 'bb', 'cc', 'dd', 'ee'].map(name => `com.example/${name}`);
    await published(
      registry,
      ...names.map(name => sampleServer({ name })),
      sampleServer({ name: 'com.example/bb', version: '0.9.0' }),
    );
    const all = ['aa@1.0.0', 'bb@0.9.0', 'bb@1.0.0', 'cc@1.0.0', 'dd@1.0.0', 'ee@1.0.0'].map(
      one => `com.example/${one}`,
    );
    for (const limit of [1, 2, 4, 100]) expect(await listAll(registry, `limit=${limit}`)).toEqual(all);
    const { json } = await registry.get('/v0.1/servers?limit=2');
    await published(registry, sampleServer({ name: 'com.example/ab' }));
    const next = await list(registry, `?limit=2&cursor=${json.metadata.nextCursor}`);
    expect(next).toEqual(['com.example/bb@1.0.0', 'com.example/cc@1.0.0']);
  });

  test('8 MiB of entries end a page, and the next goes on with the entry that did not fit', async () => {
    const registry = await start();
    const entries = Array.from({ length: 17 }, (_, index) => paddedServer(`com.example/n${10 + index}`, 512 * 1024));
    await published(registry, ...entries);
    const whole = await registry.get('/v0.1/servers?limit=100');
    expect(whole.json.servers.map(({ server }: { server: JsonObject }) => server)).toEqual(entries.slice(0, 16));
    const { count, nextCursor } = whole.json.metadata;
    expect(count).toBe(16);
    expect(await list(registry, `?limit=100&cursor=${nextCursor}`)).toEqual(['com.example/n26@1.0.0']);
    const changes = await listAll(registry, 'limit=100&updated_since=2000-01-01T00:00:00Z');
    expect(changes).toEqual(entries.map(({ name }) => `${name}@1.0.0`));
  });

  test.each([
    ['?limit=0', 'request.malformed'],
    ['?limit=101', 'request.malformed'],
    ['?limit=ten', 'request.malformed'],
    ['?limit=', 'request.malformed'],
    ['?cursor=nonsense', 'request.bad-cursor'],
    [`?cursor=${Buffer.from('["change",1,2]').toString('base64url')}`, 'request.bad-cursor'],
    [`?cursor=${Buffer.from('["name","a",2]').toString('base64url')}`, 'request.bad-cursor'],
    [`?cursor=${Buffer.from('["name","a\\u0000","b"]').toString('base64url')}`, 'request.bad-cursor'],
    ['?updated_since=yesterday', 'request.malformed'],
    ['?updated_since=2026-02-30T00:00:00Z', 'request.malformed'],
    ['?updated_since=2026-01-01', 'request.malformed'],
    ['?include_deleted=maybe', 'request.malformed'],
  ])('%s is refused with 400', async (query, code) => {
    const registry = await shared(start);
    expect(refusal(await registry.get(`/v0.1/servers${query}`))).toEqual([400, code]);
  });

  test('search takes its text literally, in names and descriptions, whatever the case', async () => {
    const registry = await start();
    await published(
      registry,
      sampleServer({ name: 'com.example/Mail', description: 'Sends 100% of your letters.' }),
      sampleServer({ name: 'com.example/other', description: 'Übersetzt_alles "here" AND OR (x*.' }),
    );
    const found = (text: string) => list(registry, `?search=${encodeURIComponent(text)}`);
    for (const text of ['mail', 'MAIL', 'le/ma', '100%', '0%', 'LETTERS']) {
      expect(await found(text), text).toEqual(['com.example/Mail@1.0.0']);
    }
    for (const text of ['übersetzt_', 'ÜBERSETZT', '_', '"here" and', 'or (x*.', '"', 'x*']) {
      expect(await found(text), text).toEqual(['com.example/other@1.0.0']);
    }
    for (const text of ['m%l', 'ma_l', '%%', 'mail OR other', 'mail sends', 'mail\nsends', "'; drop table", '\\']) {
      expect(await found(text), text).toEqual([]);
    }
  });

  test('updated_since gives what changed later, the deleted too, and misses nothing', async () => {
    let time = Date.parse('2026-11-15T12:00:00Z');
    const registry = await start({ now: () => new Date(time) });
    await published(registry, sampleServer({ name: 'com.example/bb' }), sampleServer({ name: 'com.example/aa' }));
    const { json } = await registry.get(at('com.example/aa'));
    const since = json._meta[OFFICIAL].updatedAt;
    expect(await list(registry, `?updated_since=${since}`)).toEqual([]);
    expect(await list(registry, '?updated_since=2026-11-15T12:59:59.999%2B01:00')).toEqual([
      'com.example/bb@1.0.0',
      'com.example/aa@1.0.0',
    ]);
    time -= 60_000;
    await registry.admin.patch(at('com.example/bb', '/status'), { status: 'deleted', statusMessage: 'gone' });
    await published(registry, sampleServer({ name: 'com.example/cc' }));
    const changed = ['com.example/bb@1.0.0', 'com.example/cc@1.0.0'];
    expect(await list(registry, `?updated_since=${since}`)).toEqual(changed);
    expect(await listAll(registry, `updated_since=${since}&limit=1&include_deleted=false`)).toEqual(changed);
    expect(await list(registry, `?updated_since=${since}&version=latest`)).toEqual(changed);
    expect(await list(registry)).toEqual(['com.example/aa@1.0.0', 'com.example/cc@1.0.0']);
  });

  test('statuses change one version or all, and can be taken back', async () => {
    const registry = await start();
    await published(registry, ...['1.0.0', '1.1.0', '2.0.0'].map(version => sampleServer({ version })));
    const patch = (rest: string, body: JsonObject) => registry.admin.patch(at(WEATHER, rest), body);
    const one = await patch('/versions/2.0.0/status', { status: 'deleted', statusMessage: 'broken' });
    expect(one.json._meta[OFFICIAL]).toMatchObject({ status: 'deleted', statusMessage: 'broken', isLatest: false });
    expect((await registry.get(at(WEATHER))).json.server.version).toBe('1.1.0');
    expect((await registry.get(at(WEATHER, '/versions/2.0.0'))).status).toBe(404);
    expect((await registry.get(at(WEATHER, '/versions/2.0.0?include_deleted=true'))).status).toBe(200);
    expect(refusal(await patch('/versions/2.0.0/status', { status: 'deleted', statusMessage: 'broken' }))).toEqual([
      400,
      'server.unchanged',
    ]);
    for (const body of [
      { status: 'active', statusMessage: 'fine' },
      { status: 'gone' },
      { status: 'deleted', statusMessage: 'x'.repeat(501) },
      { status: 'deleted', message: 'x' },
      { status: 'deleted', statusMessage: '\0' },
    ]) {
      expect(refusal(await patch('/status', body))).toEqual([400, 'request.malformed']);
    }
    expect(refusal(await patch('/versions/9.0.0/status', { status: 'deleted' }))).toEqual([404, 'server.not-found']);
    const restored = await patch('/versions/2.0.0/status', { status: 'active' });
    expect(restored.json._meta[OFFICIAL]).toMatchObject({ status: 'active', isLatest: true });
    expect(restored.json._meta[OFFICIAL].statusMessage).toBeUndefined();
    const all = await patch('/status', { status: 'deprecated', statusMessage: 'use another' });
    expect(shapes.ServersChanged.parse(all.json).updatedCount).toBe(3);
    const versions = await registry.get(at(WEATHER, '/versions'));
    expect(versions.json.servers.map(({ server }: { server: JsonObject }) => server.version)).toEqual([
      ...['2.0.0', '1.1.0', '1.0.0'],
    ]);
    await patch('/status', { status: 'deleted' });
    expect((await registry.get(at(WEATHER))).status).toBe(404);
    expect(await list(registry, '?include_deleted=true&version=latest')).toEqual([`${WEATHER}@2.0.0`]);
  });

  test.each([
    [['1.0.0', '1.0.0-rc.1', '0.9.0'], '1.0.0'],
    [['1.9.0', '1.10.0', '1.2.0'], '1.10.0'],
    [['2026-01', 'spring', 'autumn'], 'autumn'],
    [['1.0.0', 'nightly'], '1.0.0'],
    [['nightly', '0.0.1', 'weekly'], '0.0.1'],
  ])('of the versions %j the latest is %s', async (versions, latest) => {
    const registry = await shared(start);
    const name = `com.example/v${versions.length}${versions.join('').replaceAll(/[^a-z0-9]/g, '')}`;
    await published(registry, ...versions.map(version => sampleServer({ name, version })));
    expect((await registry.get(at(name))).json.server.version).toBe(latest);
    expect(await list(registry, `?version=latest&search=${encodeURIComponent(name)}`)).toEqual([`${name}@${latest}`]);
  });

  test('a version never changes, and publishing the same entry again succeeds', async () => {
    const registry = await start();
    const text = `  ${JSON.stringify(sampleServer(), null, 3)}\n`;
    const first = await publish(registry, text);
    expect(first.status).toBe(200);
    shapes.ServerEntry.parse(first.json);
    expect(Buffer.from(first.bytes).toString().startsWith(`{"server":${text.trim()},"_meta":`)).toBe(true);
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(sampleServer()).reverse()));
    expect((await publish(registry, reordered)).bytes).toEqual(first.bytes);
    const other = await publish(registry, sampleServer({ description: 'Another text.' }));
    expect(refusal(other)).toEqual([400, 'server.version-taken']);
    expect((await registry.get(at(WEATHER))).json).toEqual(first.json);
  });

  test('a server has at most 10,000 versions', async () => {
    const registry = await start();
    await published(registry, sampleServer());
    await addOldVersions(registry, 9_998);
    const last = sampleServer({ version: '1.0.1' });
    await published(registry, last);
    const more = await publish(registry, sampleServer({ version: '1.0.2' }));
    expect(refusal(more)).toEqual([400, 'server.too-many-versions']);
    expect((await registry.get(at(WEATHER))).json.server.version).toBe('1.0.1');
    await published(registry, last, sampleServer({ name: 'io.github.owner/other' }));
  });

  test('an address belongs to one server until its versions are deleted', async () => {
    const registry = await start();
    const remotes = [{ type: 'streamable-http', url: 'https://mcp.example.com/mcp' }];
    await published(registry, sampleServer({ name: 'com.example/one', remotes }));
    const two = sampleServer({ name: 'com.example/two', remotes });
    expect(refusal(await publish(registry, two))).toEqual([400, 'server.remote-taken']);
    await published(registry, sampleServer({ name: 'com.example/one', version: '1.0.1', remotes }));
    const status = (name: string, word: string) => registry.admin.patch(at(name, '/status'), { status: word });
    await status('com.example/one', 'deleted');
    await published(registry, two);
    expect(refusal(await status('com.example/one', 'active'))).toEqual([400, 'server.remote-taken']);
  });

  test('[servers.remote-hosts] an address in another spelling belongs to the same server', async () => {
    const registry = await start();
    const at = (name: string, url: string) =>
      publish(registry, sampleServer({ name, remotes: [{ type: 'streamable-http', url }] }));
    expect((await at('com.example/one', 'https://mcp.example.com/mcp')).status).toBe(200);
    for (const url of [
      'https://MCP.Example.com/mcp',
      'https://mcp.example.com.:443/mcp',
      'https://user@mcp.example.com/mcp',
      'https://mcp.example.com/%6Dcp',
      'https://mcp.example.com/x/../mcp#part',
    ]) {
      expect(refusal(await at('com.example/two', url)), url).toEqual([400, 'server.remote-taken']);
    }
    expect((await at('com.example/three', 'https://mcp.example.com/mcp?app=three')).status).toBe(200);
    expect(refusal(await at('net.other/four', 'https://mcp.example.com/mcp?app=four'))).toEqual([
      ...[400, 'server.remote-taken'],
    ]);
  });

  test('an address that another entry claimed first does not keep out the domain it is in', async () => {
    const registry = await start();
    const remotes = [{ type: 'streamable-http', url: 'https://mcp.example.com/mcp' }];
    await published(registry, sampleServer({ name: 'net.squatter/one', remotes }));
    const token = await tokenFor(registry, 'owner', 'com.example/*');
    expect((await publish(registry, sampleServer({ name: 'com.example/one', remotes }), token)).status).toBe(200);
    const again = sampleServer({ name: 'net.squatter/one', version: '1.0.1', remotes });
    expect(refusal(await publish(registry, again))).toEqual([400, 'server.remote-taken']);
  });

  test('[servers.remote-hosts] a namespace token claims addresses of its domain and below it, and no others', async () => {
    const registry = await start();
    const token = await tokenFor(registry, 'example', 'com.example/*');
    const variables = { tenant: { default: 'one' } };
    const remotes = [
      { type: 'streamable-http', url: 'https://Example.com/mcp' },
      { type: 'sse', url: 'https://eu.mcp.example.com:8443/sse' },
      { type: 'streamable-http', url: 'https://{tenant}.example.com/mcp', variables },
    ];
    expect((await publish(registry, sampleServer({ name: 'com.example/one', remotes }), token)).status).toBe(200);
    const evil = [{ type: 'streamable-http', url: 'https://evil.example/mcp' }];
    const response = await publish(registry, sampleServer({ name: 'com.example/two', remotes: evil }), token);
    expect(refusal(response)).toEqual([403, 'publish.remote-host']);
    expect(response.json.pointer).toBe('/remotes/0/url');
  });

  test('hostile text is stored as data and comes back as it was', async () => {
    const registry = await start();
    const hostile = '<script>alert(1)</script>\u001b[31m\u202e"\\\0 ${x}';
    const entry = sampleServer({ description: hostile }, [
      sampleTool('look', { description: '<script>alert(1)</script> "\\ ${x}' }),
    ]);
    const { json } = await publish(registry, entry);
    expect(json.server).toEqual(entry);
    const answer = await registry.get('/v0.1/servers?search=%3Cscript%3E');
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.json.servers[0].server).toEqual(entry);
    const page = await registry.get('/api/v1/tools?q=script');
    expect(page.json.tools[0].server).toBe(WEATHER);
    expect(page.json.tools[0].summary).not.toMatch(/\u001b|\u202e|\0/);
  });
});

describeDatabases('tools of servers', start => {
  test('those whose very definition is signed in a document are named', async () => {
    const registry = await start();
    const ada = await registry.createPublisher('ada');
    const document = ada.sign({ name: 'search_invoices' });
    const definition = toMcpTool(parseToolDocument(document)) as JsonObject;
    const signedTools = async () => {
      const { json } = await registry.get(at(WEATHER));
      return json._meta[OWN].verification.signedTools;
    };
    await published(registry, sampleServer({}, [definition, sampleTool('look')]));
    expect(await signedTools()).toEqual([]);
    await ada.post('/api/v1/tools', document);
    expect(await signedTools()).toEqual(['search_invoices']);
  });

  test('they are found, read and verified like others, with their own digests', async () => {
    const registry = await start();
    const forecast = sampleTool('forecast', { title: 'Weather forecast', outputSchema: { type: ['object', 'null'] } });
    const remove = sampleTool('delete_city', { annotations: { readOnlyHint: false, destructiveHint: true } });
    const entry = sampleServer({}, [forecast, remove]);
    const { json } = await publish(registry, entry);
    expect(json._meta[OWN]).toEqual({
      tools: toolsOfServer(parseServerJson(entry).server).map(({ definition, digest }) => ({
        name: definition.name,
        digest,
        status: 'active',
      })),
      publisher: 'admin',
      verification: { namespace: 'admin', signedTools: [] },
      attestations: [],
      reputation: { score: expect.any(Number) },
      advisories: [],
    });
    const found = await registry.get('/api/v1/tools?q=weather+forecast');
    expect(found.json.tools).toMatchObject([
      {
        ...{ name: `${WEATHER}:forecast`, server: WEATHER, version: '1.0.0', readOnly: true, publisher: 'admin' },
        toolDigest: toolDigest(forecast as never),
      },
    ]);
    expect((await registry.get('/api/v1/tools?read_only=false')).json.tools).toMatchObject([
      { name: `${WEATHER}:delete_city`, riskLevel: 'high' },
    ]);
    const name = encodeURIComponent(`${WEATHER}:forecast`);
    const read = await registry.get(`/api/v1/tools/${name}`);
    expect(read.json.definition).toEqual(forecast);
    expect(read.json.registry).toMatchObject({ server: WEATHER, verification: { outcome: 'unsigned' } });
    const document = await registry.get(`/api/v1/tools/${name}/versions/1.0.0/document`);
    expect(refusal(document)).toEqual([404, 'version.not-found']);
    expect(refusal(await publish(registry, sampleServer({ version: '1.0.0' })))).toEqual([400, 'server.version-taken']);
  });

  test('only the tools of the latest version are found', async () => {
    const registry = await start();
    const names = async () =>
      (await registry.get('/api/v1/tools')).json.tools
        .map((tool: { name: string; version: string }) => `${tool.name.split(':')[1]}@${tool.version}`)
        .sort();
    await published(registry, sampleServer({}, [sampleTool('one'), sampleTool('two')]));
    expect(await names()).toEqual(['one@1.0.0', 'two@1.0.0']);
    await published(registry, sampleServer({ version: '2.0.0' }, [sampleTool('two'), sampleTool('three')]));
    expect(await names()).toEqual(['three@2.0.0', 'two@2.0.0']);
    await published(registry, sampleServer({ version: '1.5.0' }, [sampleTool('four')]));
    expect(await names()).toEqual(['three@2.0.0', 'two@2.0.0']);
    await registry.admin.patch(at(WEATHER, '/versions/2.0.0/status'), { status: 'deleted' });
    expect(await names()).toEqual(['four@1.5.0']);
    await registry.admin.patch(at(WEATHER, '/status'), { status: 'deleted' });
    expect(await names()).toEqual([]);
  });

  test('a tool under quarantine stays there, whatever its publisher says of the server', async () => {
    const registry = await start();
    await published(registry, sampleServer({}, [sampleTool('one'), sampleTool('two')]));
    const name = encodeURIComponent(`${WEATHER}:one`);
    const quarantine = { status: 'quarantined', reason: 'poisoned' };
    await registry.admin.post(`/api/v1/tools/${name}/versions/1.0.0/status`, quarantine);
    for (const status of ['deleted', 'active']) {
      await registry.admin.patch(at(WEATHER, '/status'), { status });
    }
    const { json } = await registry.get('/api/v1/tools');
    expect(json.tools.map((tool: { name: string }) => tool.name)).toEqual([`${WEATHER}:two`]);
  });

  test('a rebuild gives the same rows', async () => {
    const registry = await start();
    const bound = await tokenFor(registry, 'owner', 'io.github.owner/*');
    await published(
      registry,
      sampleServer({}, [sampleTool('one')]),
      sampleServer({ name: 'com.example/xx', version: 'y' }),
    );
    await publish(registry, sampleServer({ version: '2.0.0' }, [sampleTool('two'), sampleTool('one')]), bound);
    await registry.admin.patch(at('com.example/xx', '/status'), { status: 'deprecated' });
    const before = await portrait(registry);
    await rebuild(registry.service.registry.database);
    expect(await portrait(registry)).toEqual(before);
    expect(await list(registry, '?search=owner/wea')).toEqual([`${WEATHER}@1.0.0`, `${WEATHER}@2.0.0`]);
  });
});

async function portrait({ service }: TestRegistry): Promise<unknown> {
  const { reader } = service.registry.database;
  const tables = ['servers', 'server_versions', 'server_remotes', 'tools', 'versions', 'facets', 'publishers'] as const;
  const rows = [];
  for (const table of tables) rows.push(...(await rowsIn(reader, table)));
  return rows.map(row => JSON.stringify(row)).sort();
}

describeDatabases('namespaces', start => {
  test('[servers.namespaces] a token publishes what its namespace covers, and nothing else', async () => {
    const registry = await start();
    const bound = await tokenFor(registry, 'owner', 'io.github.owner/*');
    const exact = await tokenFor(registry, 'one', 'com.example/one');
    const { token: unbound } = await registry.createPublisher('plain');
    const cases: [string, string, number][] = [
      [bound, 'io.github.owner/any', 200],
      [bound, 'io.github.owner.evil/any', 403],
      [bound, 'io.github.ownerx/any', 403],
      [bound, 'io.github.Owner/any', 403],
      [exact, 'com.example/one', 200],
      [exact, 'com.example/one2', 403],
      [unbound, 'com.example/two', 403],
    ];
    for (const [token, name, status] of cases) {
      const response = await publish(registry, sampleServer({ name }), token);
      expect([name, response.status]).toEqual([name, status]);
      if (status === 403) expect(response.json.code).toBe('publish.namespace');
    }
    expect((await registry.post('/v0.1/publish', sampleServer())).status).toBe(401);
    const body = { status: 'deleted' };
    const theirs = await registry.as(bound).patch(at('com.example/one', '/status'), body);
    expect(refusal(theirs)).toEqual([403, 'publish.namespace']);
  });

  test('[servers.namespaces] a token that is bound to a namespace does nothing but publish entries there', async () => {
    const registry = await start();
    const owner = await registry.createPublisher('owner');
    const bytes = owner.sign({ name: 'read_mail' });
    const hidden = '/api/v1/tools?visibility=private';
    expect((await owner.post(hidden, bytes)).status).toBe(201);
    const tool = '/api/v1/tools/read_mail';
    const attempts: [string, string, unknown][] = [
      ['post', '/api/v1/tools', owner.sign({ name: 'write_mail' })],
      ['post', '/api/v1/tools', bytes],
      ['post', `${tool}/versions/2.3.1/status`, { status: 'yanked', reason: 'because' }],
      ['post', `${tool}/visibility`, { visibility: 'public' }],
      ['post', `${tool}/feedback`, { type: 'positive_usage' }],
      ['post', '/api/v1/publishers', { id: 'other', name: 'other' }],
      ['post', '/api/v1/publishers/owner/tokens', { label: 'whole' }],
      ['delete', '/api/v1/publishers/owner/tokens/tok_any', undefined],
      ['delete', '/api/v1/publishers/owner/certificates/sha256:any', undefined],
      ['get', '/api/v1/publishers/owner', undefined],
      ['get', '/api/v1/security-events', undefined],
    ];
    for (const account of ['owner', 'admin']) {
      const token = await tokenFor(registry, account, 'com.owner/*');
      for (const [method, target, body] of attempts) {
        const response = await registry.request(method, target, { token, body });
        expect([target, ...(refusal(response) as [])]).toEqual([target, 403, 'auth.forbidden']);
      }
      expect((await registry.as(token).get(tool)).status).toBe(404);
      const found = await registry.as(token).get('/api/v1/tools?name=read_mail');
      expect(found.json.tools).toEqual([]);
      expect((await publish(registry, sampleServer({ name: `com.owner/${account}` }), token)).status).toBe(200);
    }
    expect((await owner.get(tool)).status).toBe(200);
  });

  const NOW = new Date('2026-11-15T12:00:00Z');
  const ed = generateKeyPairSync('ed25519');
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const stranger = generateKeyPairSync('ed25519');
  const records = [
    'v=spf1 -all',
    'v=MCPv1; k=ed25519; p=AAAA',
    keyRecord('ed25519', ed.publicKey),
    keyRecord('ecdsap384', ec.publicKey),
  ];
  const proofs = {
    txt: async (domain: string) => (domain === 'example.com' ? records : Promise.reject(new Error('ENOTFOUND'))),
    wellKnown: async (domain: string) =>
      domain === 'example.com' ? records.join('\n') : Promise.reject(new Error('ENOTFOUND')),
  };

  test.each(['dns', 'http'])('a key that a domain publishes by %s gives a token for its namespace', async method => {
    let now = NOW;
    const registry = await start({ proofs, now: () => now });
    const prove = (proof: JsonObject) => registry.post(`/v0.1/auth/${method}`, proof);
    for (const key of [ed.privateKey, ec.privateKey]) {
      const { status, json } = await prove(proofOf(key, NOW, registry.url));
      expect(status).toBe(200);
      expect(json.expires_at).toBe(NOW.getTime() / 1000 + 300);
      const version = key === ed.privateKey ? '1.0.0' : '1.0.1';
      const mine = await publish(registry, sampleServer({ name: 'com.example/mine', version }), json.registry_token);
      expect([mine.status, mine.json._meta[OWN].publisher]).toEqual([200, 'domain:example.com']);
      const other = await publish(registry, sampleServer({ name: 'com.other/mine' }), json.registry_token);
      expect(other.status).toBe(403);
      now = new Date(NOW.getTime() + 300_000);
      expect((await publish(registry, sampleServer({ name: 'com.example/late' }), json.registry_token)).status).toBe(
        401,
      );
      now = NOW;
    }
    const { url } = registry;
    const good = proofOf(ed.privateKey, NOW, url);
    const late = (ms: number) => proofOf(ed.privateKey, new Date(NOW.getTime() + ms), url);
    const refused: [JsonObject, string][] = [
      [proofOf(stranger.privateKey, NOW, url), 'proof.wrong-key'],
      [{ ...good, timestamp: new Date(NOW.getTime() + 1000).toISOString() }, 'proof.wrong-key'],
      [{ ...good, signed_timestamp: '00' }, 'proof.wrong-key'],
      [late(-15_001), 'proof.timestamp'],
      [late(15_001), 'proof.timestamp'],
      [proofOf(ed.privateKey, NOW, url, 'example.org'), 'proof.unreadable'],
      ...['localhost', '127.0.0.1', '[::1]', 'example.com/x', 'a@example.com', 'example.com:80', '-a.com'].map(
        (domain): [JsonObject, string] => [proofOf(ed.privateKey, NOW, url, domain), 'proof.domain'],
      ),
    ];
    for (const [proof, code] of refused) expect(refusal(await prove(proof))).toEqual([401, code]);
  });

  test.each(['dns', 'http'])(
    '[servers.proof-audience] a proof by %s that was made for another registry gives no token here',
    async method => {
      const publicUrl = 'https://registry.example.net';
      const registry = await start({ proofs, now: () => NOW, publicUrl });
      const prove = (proof: JsonObject) => registry.post(`/v0.1/auth/${method}`, proof);
      const elsewhere = proofOf(ed.privateKey, NOW, 'https://evil.example');
      for (const [proof, code] of [
        [elsewhere, 'proof.other-registry'],
        [{ ...elsewhere, registry: publicUrl }, 'proof.wrong-key'],
        [proofOf(ed.privateKey, NOW, 'https://registry.example.net:8443'), 'proof.other-registry'],
        [proofOf(ed.privateKey, NOW, 'http://registry.example.net'), 'proof.other-registry'],
        [proofOf(ed.privateKey, NOW, 'registry.example.net'), 'proof.other-registry'],
        [proofOf(ed.privateKey, NOW, undefined), 'proof.unbound'],
        [{ ...proofOf(ed.privateKey, NOW, undefined), registry: publicUrl }, 'proof.wrong-key'],
      ] as const) {
        expect(refusal(await prove(proof))).toEqual([401, code]);
      }
      for (const spelling of [publicUrl, 'https://Registry.example.net:443/']) {
        expect((await prove({ ...proofOf(ed.privateKey, NOW, publicUrl), registry: spelling })).status).toBe(200);
      }
    },
  );

  test('a client of the official registry logs in with a key that the domain publishes for this registry', async () => {
    const record = (host: string) => `${keyRecord('ed25519', ed.publicKey)}; r=${host}`;
    let published = record('registry.example.net');
    const registry = await start({
      proofs: { txt: async () => [published], wellKnown: async () => published },
      now: () => NOW,
      publicUrl: 'https://registry.example.net',
    });
    const unbound = proofOf(ed.privateKey, NOW, undefined);
    const prove = () => registry.post('/v0.1/auth/dns', unbound);
    expect((await prove()).status).toBe(200);
    published = record('evil.example');
    expect(refusal(await prove())).toEqual([401, 'proof.unbound']);
    const bound = proofOf(ed.privateKey, NOW, 'https://registry.example.net');
    expect(refusal(await registry.post('/v0.1/auth/dns', bound))).toEqual([401, 'proof.wrong-key']);
  });
});

function keyRecord(kind: string, key: KeyObject): string {
  const bare = kind === 'ed25519' ? bytesOf(key, 'x') : compressed(key);
  return `v=MCPv1; k=${kind}; p=${bare.toString('base64')}`;
}

function bytesOf(key: KeyObject, name: 'x' | 'y'): Buffer {
  return Buffer.from(key.export({ format: 'jwk' })[name] ?? '', 'base64url');
}

function compressed(key: KeyObject): Buffer {
  const sign = ((bytesOf(key, 'y').at(-1) ?? 0) & 1) === 1 ? 3 : 2;
  return Buffer.concat([Buffer.from([sign]), bytesOf(key, 'x')]);
}

/** Without a registry, as clients of the official registry make it. */
function proofOf(key: KeyObject, time: Date, registry: string | undefined, domain = 'example.com') {
  const timestamp = time.toISOString();
  const lines = ['toolmark.dev/registry-proof', registry, domain, timestamp];
  const text = Buffer.from(registry === undefined ? timestamp : lines.join('\n'));
  const isEd = key.asymmetricKeyType === 'ed25519';
  const signature = isEd ? sign(null, text, key) : sign('sha384', text, { key, dsaEncoding: 'ieee-p1363' });
  return {
    ...{ domain, timestamp, signed_timestamp: signature.toString('hex') },
    ...(registry === undefined ? {} : { registry }),
  };
}

describeDatabases('mirroring another registry', start => {
  const names = Array.from({ length: 250 }, (_, index) => `com.example/s${String(index).padStart(3, '0')}`);

  /** Many entries by the short way, and one that is deleted. */
  async function filled(now = () => new Date()): Promise<TestRegistry> {
    const registry = await start({ now });
    const lines = names.map(name => JSON.stringify(sampleServer({ name }, [sampleTool('look')])));
    await withFile('seed.jsonl', `${lines.join('\n')}\n`, async file => {
      expect(await syncServers(registry.service.registry, filePages(file))).toMatchObject({ added: 250, refused: 0 });
    });
    await registry.admin.patch(at('com.example/s007', '/status'), { status: 'deleted', statusMessage: 'gone' });
    return registry;
  }

  test('all entries come once, byte for byte, with their status; then only what changed', async () => {
    let time = Date.parse('2026-11-15T12:00:00Z');
    const now = () => new Date(time);
    const upstream = await filled(now);
    time += 3_600_000;
    const mirror = await start({ now });
    const asked: string[] = [];
    const sync = () =>
      syncServers(
        mirror.service.registry,
        upstreamPages(mirror.service.registry, upstream.url, (url, init) => {
          asked.push(new URL(url).search);
          return fetch(url, init);
        }),
      );
    expect(await sync()).toEqual({ added: 249, changed: 0, unchanged: 0, refused: 0, losses: 0 });
    expect(asked).toHaveLength(3);
    expect(await listAll(mirror, 'limit=100')).toEqual(
      names.filter(name => !name.endsWith('007')).map(name => `${name}@1.0.0`),
    );
    const [there, here] = await Promise.all([upstream, mirror].map(one => one.get(at('com.example/s042'))));
    expect(here?.json.server).toEqual(there?.json.server);
    expect(here?.json._meta[OFFICIAL].publishedAt).toBe(there?.json._meta[OFFICIAL].publishedAt);
    expect(here?.json._meta[OWN].publisher).toBe('mirror');
    expect((await mirror.get('/api/v1/tools?q=look&limit=1')).json.tools).toHaveLength(1);
    time += 3_600_000;
    await published(upstream, sampleServer({ name: 'com.example/s001', version: '2.0.0' }));
    await upstream.admin.patch(at('com.example/s002', '/status'), { status: 'deprecated', statusMessage: 'use s003' });
    asked.length = 0;
    expect(await sync()).toMatchObject({ added: 1, changed: 1, refused: 0 });
    expect(asked).toEqual(['?limit=100&updated_since=2026-11-15T12%3A55%3A00.000Z']);
    const deprecated = await mirror.get(at('com.example/s002'));
    expect(deprecated.json._meta[OFFICIAL]).toMatchObject({ status: 'deprecated', statusMessage: 'use s003' });
    expect((await mirror.get(at('com.example/s001'))).json.server.version).toBe('2.0.0');
  });

  test('a pass that is interrupted goes on after its last whole page', async () => {
    const upstream = await filled();
    const mirror = await start();
    const asked: (string | null)[] = [];
    const sync = (failAt: number) => {
      asked.length = 0;
      const pages = upstreamPages(mirror.service.registry, `${upstream.url}/v0.1/`, (url, init) => {
        asked.push(new URL(url).searchParams.get('cursor'));
        return asked.length === failAt ? Promise.reject(new Error('cut')) : fetch(url, init);
      });
      return syncServers(mirror.service.registry, pages);
    };
    await expect(sync(3)).rejects.toMatchObject({ code: 'sync.unreachable' });
    const [, , next] = asked;
    expect(await listAll(mirror, 'limit=100')).toHaveLength(200);
    expect(await sync(0)).toMatchObject({ added: 49, unchanged: 0 });
    expect(asked).toEqual([next]);
    expect(await listAll(mirror, 'limit=100')).toHaveLength(249);
  });

  test('proving a namespace takes over its mirrored entries', async () => {
    const mirror = await start();
    await withFile('one.json', JSON.stringify([sampleServer({}, [sampleTool('one')])]), file =>
      syncServers(mirror.service.registry, filePages(file)),
    );
    const token = await tokenFor(mirror, 'owner', 'io.github.owner/*');
    const response = await publish(mirror, sampleServer({ version: '1.0.1' }, [sampleTool('one')]), token);
    expect(response.json._meta[OWN].publisher).toBe('owner');
    expect((await mirror.get('/api/v1/tools')).json.tools).toMatchObject([
      { name: `${WEATHER}:one`, version: '1.0.1', publisher: 'owner' },
    ]);
    const before = await portrait(mirror);
    await rebuild(mirror.service.registry.database);
    expect(await portrait(mirror)).toEqual(before);
  });

  test('a registry of ToolHive is converted on the way', async () => {
    const mirror = await start();
    const registry = {
      version: '1.0.0',
      servers: {
        fetch: {
          ...{ description: 'Fetches pages.', image: 'ghcr.io/example/fetch:1', transport: 'stdio', tools: ['fetch'] },
          tool_definitions: [sampleTool('fetch')],
        },
        broken: { description: 5 },
      },
    };
    const remarks: string[] = [];
    const result = await withFile('toolhive.json', JSON.stringify(registry), file =>
      syncServers(mirror.service.registry, filePages(file), {
        report: ({ name, code }) => remarks.push(`${name} ${code}`),
      }),
    );
    expect(result).toMatchObject({ added: 1, refused: 1 });
    expect(remarks).toEqual(['broken toolhive.malformed']);
    expect(await list(mirror)).toEqual(['io.github.stacklok/fetch@1.0.0']);
    expect((await mirror.get('/api/v1/tools')).json.tools).toMatchObject([{ name: 'io.github.stacklok/fetch:fetch' }]);
  });
});

async function withFile<T>(name: string, text: string, work: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmark-sync-'));
  try {
    writeFileSync(path.join(folder, name), text);
    return await work(path.join(folder, name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describeShared('real entries', 'corpus/servers', root => {
  describeDatabases('in a registry', start => {
    const files = readdirSync(root).filter(file => isServer(path.join(root, file)));

    test.each(files)('%s comes back byte for byte', async file => {
      const registry = await start();
      const text = readFileSync(path.join(root, file), 'utf8').trim();
      const { name, version } = parseServerJson(new TextEncoder().encode(text)).server;
      expect((await publish(registry, text)).status).toBe(200);
      const answer = await registry.get(at(name, `/versions/${encodeURIComponent(version)}`));
      expect(answer.text.startsWith(`{"server":${text},"_meta":{`)).toBe(true);
    });
  });
});

function isServer(file: string): boolean {
  try {
    parseServerJson(new Uint8Array(readFileSync(file)));
    return true;
  } catch {
    return false;
  }
}

/** For tests that do not mind each other: one registry for all of them. */
const SHARED = new WeakMap<object, Promise<TestRegistry>>();
function shared(start: () => Promise<TestRegistry>): Promise<TestRegistry> {
  const known = SHARED.get(start) ?? start();
  SHARED.set(start, known);
  return known;
}

describeDatabases('servers on the command line', start => {
  test('they are mirrored from a file, listed and shown with their tools, and nothing steers the terminal', async () => {
    const registry = await start();
    const tools = [sampleTool('look', { description: 'Looks.\nAnd more.' }), sampleTool('red', { annotations: {} })];
    await published(
      registry,
      sampleServer({}, tools),
      sampleServer({ name: 'com.example/plain', description: '\u001b[2J' }),
    );
    const cwd = registry.data;
    const env = { TOOLMARK_REGISTRY: registry.url };
    const listed = await runToolmark(['list'], { cwd, env });
    expect(listed).toMatchObject({ exit: 0, stderr: '' });
    expect(listed.stdout).toMatch(/^NAME +VERSION +STATUS +DESCRIPTION\ncom.example\/plain +1\.0\.0 +active/);
    const shown = await runToolmark(['list', 'owner/weather', '--show-tools'], { cwd, env });
    expect(shown.stdout).toMatch(
      /^io.github.owner\/weather +1\.0\.0 +active +Tells.*\n +TOOL +STATUS +SIGNATURE +ADVISORIES +HINTS +DESCRIPTION\n/,
    );
    expect(shown.stdout).toMatch(/\n {2}look +active +unsigned +- +read-only +Looks\.\n/);
    expect(`${listed.stdout}${shown.stdout}`).not.toContain('\u001b');
    const one = await runToolmark(['show', WEATHER, '--tools', '--format', 'json'], { cwd, env });
    expect(JSON.parse(one.stdout).server.name).toBe(WEATHER);
    expect(await runToolmark(['show', `${WEATHER}@9.9.9`, '--tools'], { cwd, env })).toMatchObject({ exit: 1 });
    const tool = await runToolmark(['show', `${WEATHER}:look`], { cwd, env });
    expect(tool.stdout).toMatch(/description +Looks\.[\s\S]*advisories +none\nsignature +unsigned/);
  });
});

test('the command line mirrors a registry and reports what it did not take', async () => {
  const upstream = await startRegistry();
  await published(upstream, sampleServer(), sampleServer({ name: 'com.example/two' }));
  const cwd = upstream.data;
  const sync = (from: string, ...rest: string[]) =>
    runToolmark(['registry', 'sync', '--from', from, '--data', 'mirror', ...rest], { cwd, env: {} });
  expect(await sync(upstream.url)).toMatchObject({
    exit: 0,
    stdout: '2 added, 0 changed, 0 there already, 0 refused, 0 losses\n',
  });
  const more = `${'more'.repeat(20)}.jsonl`;
  writeFileSync(path.join(cwd, more), `${JSON.stringify(sampleServer())}\n{"name":"bad"}\n`);
  expect(await sync(more, '--report', 'report.jsonl')).toMatchObject({
    exit: 1,
    stdout: '0 added, 0 changed, 1 there already, 1 refused, 0 losses\n',
  });
  expect(JSON.parse(readFileSync(path.join(cwd, 'report.jsonl'), 'utf8'))).toMatchObject({
    ...{ kind: 'refused', name: 'bad', code: 'server.malformed' },
  });
  expect(await sync('nowhere.json')).toMatchObject({ exit: 2, stderr: expect.stringContaining('[input.unreadable]') });
  await upstream.close();
});
