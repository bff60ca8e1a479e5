import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRegistry, type TestRegistry } from '../../../../../test/registry.ts';
import { sampleServer } from '../../../../../test/server-entry.ts';

const NAME = encodeURIComponent('io.github.owner/weather');

let registry: TestRegistry;

beforeAll(async () => {
  registry = await startRegistry();
  for (const version of ['1.0.0', '1.1.0']) {
    expect((await registry.admin.post('/v0.1/publish', sampleServer({ version }))).status).toBe(200);
  }
});
afterAll(() => registry.close());

test.each(['/servers', `/servers/${NAME}/versions`, `/servers/${NAME}/versions/latest`])(
  '%s has the same answer below /v0.1 and /v0',
  async target => {
    const [newer, older] = [await registry.get(`/v0.1${target}`), await registry.get(`/v0${target}`)];
    expect([newer.status, newer.text]).toEqual([200, older.text]);
  },
);

test('the version "latest" is the highest one', async () => {
  const { server } = (await registry.get(`/v0.1/servers/${NAME}/versions/latest`)).json;
  expect(server.version).toBe('1.1.0');
});

test('a list in pages has every entry once', async () => {
  const first = (await registry.get('/v0.1/servers?limit=1')).json;
  const cursor = encodeURIComponent(first.metadata.nextCursor);
  const second = (await registry.get(`/v0.1/servers?limit=1&cursor=${cursor}`)).json;
  expect([first, second].map(({ servers }) => servers.map(versionOf))).toEqual([['1.0.0'], ['1.1.0']]);
  expect([first.metadata.count, second.metadata.nextCursor]).toEqual([1, undefined]);
});

test('ignores an unknown parameter, as the official registry does, and refuses a bad value of a known one', async () => {
  expect((await registry.get('/v0.1/servers?colour=red')).status).toBe(200);
  for (const query of ['limit=0', 'limit=101', 'limit=1e1', 'include_deleted=yes']) {
    expect([query, (await registry.get(`/v0.1/servers?${query}`)).status]).toEqual([query, 400]);
  }
});

test('ignores the token of another registry when it reads', async () => {
  expect((await registry.as('not-ours').get('/v0.1/servers')).status).toBe(200);
  expect((await registry.as('not-ours').post('/v0.1/publish', sampleServer())).status).toBe(401);
});

test('a deleted server is listed only with include_deleted', async () => {
  const gone = { name: 'io.github.owner/gone' };
  await registry.admin.post('/v0.1/publish', sampleServer(gone));
  const target = `/v0.1/servers/${encodeURIComponent(gone.name)}`;
  const changed = await registry.admin.patch(`${target}/status`, { status: 'deleted' });
  expect(changed.json).toMatchObject({ updatedCount: 1, servers: [{ server: gone }] });
  expect((await registry.get(`${target}/versions/1.0.0`)).status).toBe(404);
  expect((await registry.get(`${target}/versions/1.0.0?include_deleted=true`)).status).toBe(200);
});

function versionOf({ server }: { server: { version: string } }): string {
  return server.version;
}
