import { createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRegistry, type TestPublisher, type TestRegistry } from '../../../../../test/registry.ts';

let registry: TestRegistry;
let ada: TestPublisher;
let bob: TestPublisher;

beforeAll(async () => {
  registry = await startRegistry();
  ada = await registry.createPublisher('ada');
  bob = await registry.createPublisher('bob');
  for (const name of ['first', 'second', 'third']) {
    await ada.publish({ name });
    await bob.post(`/api/v1/tools/${name}/feedback`, INCIDENT);
  }
});
afterAll(() => registry.close());

const INCIDENT = { type: 'security_incident', details: { severity: 'high', summary: 'Sends files away.' } };

test('feedback answers 201, and 200 when it replaces earlier feedback', async () => {
  await ada.publish({ name: 'judged' });
  const give = async () => (await bob.post('/api/v1/tools/judged/feedback', { type: 'positive_usage' })).status;
  expect([await give(), await give()]).toEqual([201, 200]);
});

test('lists reviews newest first, and each page continues after the last', async () => {
  const seen = [];
  let cursor: string | undefined;
  do {
    const more = cursor === undefined ? '' : `&cursor=${cursor}`;
    const { reviews, nextCursor } = (await registry.admin.get(`/api/v1/reviews?limit=2${more}`)).json;
    seen.push(...reviews.map(({ tool }: { tool: string }) => tool));
    cursor = nextCursor;
  } while (cursor !== undefined);
  expect(seen).toEqual(['third', 'second', 'first']);
});

test('a review is found by its id, and by no other spelling of it', async () => {
  const [{ id }] = (await registry.admin.get('/api/v1/reviews')).json.reviews;
  expect((await registry.admin.get(`/api/v1/reviews/${id}`)).json.review.id).toBe(id);
  for (const other of ['x', `${id}.0`, `${id}e0`, `-${id}`, '9'.repeat(16), '999']) {
    const { json } = await registry.admin.get(`/api/v1/reviews/${other}`);
    expect([other, json.code]).toEqual([other, 'review.not-found']);
  }
});

test('serves the key of the advisory list, and 304 to a client that has it', async () => {
  const { text, headers } = await registry.get('/api/v1/advisories/key');
  expect(createPublicKey(text).equals(registry.service.registry.signer.publicKey)).toBe(true);
  const again = await registry.get('/api/v1/advisories/key', { 'if-none-match': headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
});

test('a confirmed review is an advisory in the list and in the feed until it is withdrawn', async () => {
  const [review] = (await registry.admin.get('/api/v1/reviews')).json.reviews;
  const decided = await registry.admin.post(`/api/v1/reviews/${review.id}`, { decision: 'confirm', reason: 'Seen.' });
  const { advisory: id } = decided.json;
  const listed = async () => {
    const { advisories } = (await registry.get('/api/v1/advisories')).json;
    return advisories.find((one: { id: string }) => one.id === id);
  };
  expect(await listed()).toMatchObject({ severity: 'high', tool: 'third' });
  expect((await registry.get('/api/v1/advisories.atom')).text).toContain(id);
  expect((await registry.admin.post(`/api/v1/advisories/${id}/withdraw`, { reason: 'Mistake.' })).status).toBe(200);
  expect(await listed()).toMatchObject({ withdrawn: true });
});
