import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../packages/registry/src/index.ts';
import { describeDatabases, signTool, type TestPublisher, type TestResponse, type Voice } from '../../registry.ts';
import { ADMIN_TOKEN, startRegistryProcess } from './registry-process.ts';
import { gapsIn, rowsIn } from './rows-of.ts';

const TOOLS = '/api/v1/tools';
const UNLIMITED = { readsPerMinute: 1e6, writesPerMinute: 1e6, failuresPerMinute: 1e6 };

describeDatabases('at the same moment', (start, _, postgres) => {
  test('[registry.one-claim] 50 publishers claim one name: one has it, and 49 are refused', async () => {
    const registry = await start({ rateLimits: UNLIMITED });
    const publishers = await createPublishers(registry, 50, registry.adminToken);
    const answers = await Promise.all(publishers.map(one => one.publish({ name: 'wanted_by_all' })));
    expect(tally(answers)).toEqual({ '201 new': 1, '403 publish.not-owner': 49 });
    const { database } = registry.service.registry;
    const events = (await rowsIn(database.reader, 'events')).filter(({ kind }) => kind === 'tool.published');
    const owner = (await registry.get(`${TOOLS}/wanted_by_all`)).json.registry.publisher;
    expect(events.map(({ actor }) => actor)).toEqual([owner]);
    expect(await gapsIn(database)).toEqual([]);
  });

  test('50 times the same publish of one publisher is done once', async () => {
    const registry = await start({ rateLimits: UNLIMITED });
    const ada = await registry.createPublisher('ada');
    const body = ada.sign({ name: 'published_once' });
    const answers = await Promise.all(repeat(50, () => ada.post(TOOLS, body)));
    expect(tally(answers)).toEqual({ '201 new': 1, '200 same': 49 });
  });

  test('1,000 reads of a document are counted exactly, also when the registry ends before it has written them', async () => {
    const registry = await start({ rateLimits: UNLIMITED });
    const ada = await registry.createPublisher('ada');
    await ada.publish({ name: 'read_often', version: '1.0.0' });
    const document = `${TOOLS}/read_often/versions/1.0.0/document`;
    const read = async () => (await registry.get(document)).status;
    for (let i = 0; i < 5; i++) expect(new Set(await Promise.all(repeat(200, read)))).toEqual(new Set([200]));
    await registry.service.downloads.close();
    expect((await registry.get(`${TOOLS}/read_often`)).json.registry.downloads).toBe(1_000);
  });

  test('two processes start together on an empty database, take turns, and lose nothing', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'toolmark-two-'));
    const databaseUrl = await postgres()?.createDatabase();
    const options = { data: folder, ...(databaseUrl === undefined ? {} : { databaseUrl }) };
    const [one, two] = await Promise.all([startRegistryProcess(options), startRegistryProcess(options)]);
    const publishers = await createPublishers(one, 8, ADMIN_TOKEN);
    const claims = publishers.map(({ token, signer }, index) =>
      (index % 2 === 0 ? one : two).as(token).post(TOOLS, signTool(signer, { name: 'wanted_by_all' })),
    );
    expect(tally(await Promise.all(claims))).toEqual({ '201 new': 1, '403 publish.not-owner': 7 });

    const [ada] = publishers;
    const bodies = repeat(20, i =>
      signTool(ada?.signer as TestPublisher['signer'], { name: 'in_turn', version: `1.0.${i}` }),
    );
    const publish = (to: Voice) => bodies.map(body => to.as(ada?.token).post(TOOLS, body));
    expect(tally(await Promise.all([...publish(one), ...publish(two)]))).toEqual({ '201 new': 20, '200 same': 20 });

    const document = `${TOOLS}/in_turn/versions/1.0.0/document`;
    await Promise.all(repeat(40, i => (i % 2 === 0 ? one : two).get(document)));
    await Promise.all([one.end(), two.end()]);
    const database = await openDatabase({ url: databaseUrl ?? path.join(folder, 'registry.db') });
    const tools = (await rowsIn(database.reader, 'tools')).filter(({ name }) => name === 'in_turn');
    expect(tools.map(({ downloads }) => downloads)).toEqual([40]);
    expect(await gapsIn(database)).toEqual([]);
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
});

/** Many accounts with one certificate: to make keys takes longer than all the rest. */
async function createPublishers(voice: Voice, count: number, token: string): Promise<TestPublisher[]> {
  const first = await voice.createPublisher('publisher-0');
  const { signer } = first;
  const certificate = { certificate: pemOf(signer) };
  return [
    first,
    ...(await Promise.all(
      repeat(count - 1, async i => {
        const id = `publisher-${i + 1}`;
        const admin = voice.as(token);
        await admin.post('/api/v1/publishers', { id, name: id });
        await admin.post(`/api/v1/publishers/${id}/certificates`, certificate);
        const own: string = (await admin.post(`/api/v1/publishers/${id}/tokens`, { label: 'x' })).json.token;
        const requests = voice.as(own);
        const sign: TestPublisher['sign'] = tool => signTool(signer, tool);
        const publish: TestPublisher['publish'] = tool => requests.post(TOOLS, sign(tool));
        return { ...requests, id, token: own, signer, sign, publish };
      }),
    )),
  ];
}

function pemOf({ certificate }: TestPublisher['signer']): string {
  return `-----BEGIN CERTIFICATE-----\n${Buffer.from(certificate).toString('base64')}\n-----END CERTIFICATE-----\n`;
}

function tally(answers: readonly TestResponse[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { status, json } of answers) {
    const key = `${status} ${json.outcome ?? json.code}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

function repeat<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
