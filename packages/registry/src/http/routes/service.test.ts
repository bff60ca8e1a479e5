import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRegistry, type TestRegistry } from '../../../../../test/registry.ts';
import { ROUTES } from './index.ts';

let registry: TestRegistry;

beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());

test('is alive without its database, but not ready', async () => {
  const own = await startRegistry();
  const statuses = async () => [(await own.get('/healthz')).status, (await own.get('/readyz')).status];
  expect(await statuses()).toEqual([200, 200]);
  await own.service.registry.database.close();
  expect(await statuses()).toEqual([200, 503]);
  await own.close().catch(() => undefined);
});

test('the OpenAPI document describes every route, and each id and path once', async () => {
  const { paths } = (await registry.get('/openapi.json')).json;
  const described = Object.entries<Record<string, { operationId?: string }>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId }]) =>
      operationId === undefined ? [] : [`${operationId} ${method} ${path}`],
    ),
  );
  expect(described.sort()).toEqual(ROUTES.map(({ id, method, path }) => `${id} ${method} ${path}`).sort());
  expect(new Set(ROUTES.map(({ id }) => id)).size).toBe(ROUTES.length);
});

test('metrics count requests by route', async () => {
  await registry.get('/healthz');
  expect((await registry.get('/metrics')).text).toMatch(/toolmark_requests_total\{route="health",status="200"\} [1-9]/);
});

test('metrics need their token, if the operator set one, and no other token', async () => {
  const own = await startRegistry({ metrics: { token: 'm'.repeat(32) } });
  const status = async (token?: string) => (await own.as(token).get('/metrics')).status;
  expect([await status(), await status(own.adminToken), await status('m'.repeat(32))]).toEqual([401, 401, 200]);
  await own.close();
});

test('lists refused attempts for admins only, newest first', async () => {
  const ada = await registry.createPublisher('ada');
  const bob = await registry.createPublisher('bob');
  await ada.publish({ name: 'owned_one' });
  await ada.publish({ name: 'owned_two' });
  for (const name of ['owned_one', 'owned_two']) await bob.publish({ name, version: '9.0.0' });
  expect((await bob.get('/api/v1/security-events')).status).toBe(403);
  const { events, nextCursor } = (await registry.admin.get('/api/v1/security-events?limit=1')).json;
  expect(events).toMatchObject([{ publisher: 'bob', tool: 'owned_two', code: 'publish.not-owner' }]);
  const older = (await registry.admin.get(`/api/v1/security-events?limit=1&cursor=${nextCursor}`)).json;
  expect(older.events).toMatchObject([{ publisher: 'bob', tool: 'owned_one' }]);
});
