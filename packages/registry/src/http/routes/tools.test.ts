import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRegistry, type TestPublisher, type TestRegistry } from '../../../../../test/registry.ts';

let registry: TestRegistry;
let ada: TestPublisher;

beforeAll(async () => {
  registry = await startRegistry();
  ada = await registry.createPublisher('ada');
});
afterAll(() => registry.close());

test('publishing answers 200 for a dry run, 201 for new and 200 for the same bytes', async () => {
  const bytes = ada.sign({ name: 'published_twice' });
  const statuses = [];
  for (const query of ['?dry_run=true', '', '']) statuses.push((await ada.post(`/api/v1/tools${query}`, bytes)).status);
  expect(statuses).toEqual([200, 201, 200]);
});

test('a dry run publishes nothing', async () => {
  await ada.post('/api/v1/tools?dry_run=true', ada.sign({ name: 'only_tried' }));
  expect((await ada.get('/api/v1/tools/only_tried')).json).toMatchObject({ status: 404, code: 'tool.not-found' });
});

test('the document is the published bytes, and only a complete GET counts as a download', async () => {
  const bytes = ada.sign({ name: 'downloaded' });
  await ada.post('/api/v1/tools', bytes);
  const target = '/api/v1/tools/downloaded/versions/2.3.1/document';
  const first = await registry.get(target);
  expect(Buffer.from(first.bytes).equals(Buffer.from(bytes))).toBe(true);
  const etag = first.headers.get('etag') ?? '';
  expect((await registry.get(target, { 'if-none-match': etag })).status).toBe(304);
  expect((await registry.request('head', target)).status).toBe(200);
  await registry.service.downloads.flush();
  expect((await registry.get('/api/v1/tools/downloaded')).json.registry.downloads).toBe(1);
});

test('shared caches keep a public answer and never one that was read with a token', async () => {
  await ada.publish({ name: 'cached' });
  const cacheControl = async (token?: string) =>
    (await registry.as(token).get('/api/v1/tools/cached')).headers.get('cache-control');
  expect(await cacheControl()).toContain('public');
  expect(await cacheControl(ada.token)).toBe('private, no-cache');
});

test('a grant shows a private tool to one publisher until it is removed', async () => {
  const bob = await registry.createPublisher('bob');
  const eve = await registry.createPublisher('eve');
  await ada.post('/api/v1/tools?visibility=private', ada.sign({ name: 'granted' }));
  const seen = async () => [
    (await bob.get('/api/v1/tools/granted')).status,
    (await eve.get('/api/v1/tools/granted')).status,
  ];
  expect(await seen()).toEqual([404, 404]);
  await ada.put('/api/v1/tools/granted/grants/bob');
  expect(await seen()).toEqual([200, 404]);
  expect((await ada.get('/api/v1/tools/granted/grants')).json).toMatchObject({
    visibility: 'private',
    grants: ['bob'],
  });
  await ada.delete('/api/v1/tools/granted/grants/bob');
  expect(await seen()).toEqual([404, 404]);
});
