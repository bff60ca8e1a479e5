import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRegistry, type TestPublisher, type TestRegistry } from '../../../../../test/registry.ts';

let registry: TestRegistry;
let ada: TestPublisher;

beforeAll(async () => {
  registry = await startRegistry();
  ada = await registry.createPublisher('ada');
});
afterAll(() => registry.close());

test('a new token works until it expires, is never cached, and is not shown again', async () => {
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const made = await registry.admin.post('/api/v1/publishers/ada/tokens', { label: 'laptop', expires_at });
  expect([made.status, made.headers.get('cache-control')]).toEqual([201, 'no-store']);
  expect((await registry.as(made.json.token).get('/api/v1/me')).json.id).toBe('ada');
  const account = await ada.get('/api/v1/publishers/ada');
  expect(account.json.tokens).toContainEqual(expect.objectContaining({ label: 'laptop', expiresAt: expires_at }));
  expect(account.text).not.toContain(made.json.token);
});

test('an owner revokes its own token, and the token is refused afterwards', async () => {
  const { id, token } = (await registry.admin.post('/api/v1/publishers/ada/tokens', { label: 'lost' })).json;
  expect((await ada.delete(`/api/v1/publishers/ada/tokens/${id}`)).status).toBe(200);
  expect((await registry.as(token).get('/api/v1/me')).json).toMatchObject({ status: 401, code: 'auth.invalid' });
});

test('a change of status keeps the permissions, and a change of permissions keeps the status', async () => {
  await registry.createPublisher('carol');
  const change = async (body: object) => {
    const { status, permissions } = (await registry.admin.patch('/api/v1/publishers/carol', body)).json;
    return [status, permissions];
  };
  const { permissions } = (await registry.admin.get('/api/v1/publishers/carol')).json;
  expect(await change({ status: 'suspended' })).toEqual(['suspended', permissions]);
  expect(await change({ permissions: ['feedback'] })).toEqual(['suspended', ['feedback']]);
});

test('a publisher without the admin permission can neither create accounts nor read those of others', async () => {
  await registry.createPublisher('bob');
  expect((await ada.post('/api/v1/publishers', { id: 'mallory', name: 'M' })).status).toBe(403);
  expect((await ada.get('/api/v1/publishers/bob')).status).toBe(403);
  expect((await registry.admin.get('/api/v1/publishers/mallory')).status).toBe(404);
});

test('a revoked certificate no longer publishes', async () => {
  const dora = await registry.createPublisher('dora');
  const [certificate] = (await dora.get('/api/v1/publishers/dora')).json.certificates;
  expect((await dora.publish({ name: 'before' })).status).toBe(201);
  expect((await dora.delete(`/api/v1/publishers/dora/certificates/${certificate.fingerprint}`)).status).toBe(200);
  expect((await dora.publish({ name: 'after' })).json).toMatchObject({ status: 422, code: 'publish.untrusted' });
});
