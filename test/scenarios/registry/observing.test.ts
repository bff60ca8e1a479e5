import { expect, test } from 'vitest';
import { sql } from '../../../packages/registry/src/database/statement.ts';
import { describeDatabases, type TestRegistry } from '../../registry.ts';

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Exposition {
  readonly types: ReadonlyMap<string, string>;
  readonly samples: readonly Sample[];
}

/** A strict reader of the text format 0.0.4: every sample follows the HELP and TYPE of its metric, once each. */
function parseExposition(text: string): Exposition {
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  let helped = '';
  let current = '';
  expect(text.endsWith('\n')).toBe(true);
  for (const line of text.slice(0, -1).split('\n')) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) ([a-z_]+) (.+)$/.exec(line) ?? [];
    if (keyword === 'HELP') helped = name;
    else if (keyword === 'TYPE') {
      expect([helped, types.has(name), rest]).toEqual([
        name,
        false,
        expect.stringMatching(/^(counter|gauge|histogram)$/),
      ]);
      types.set(name, rest);
      current = name;
    } else {
      const [, sample = '', labels = '', value = ''] = /^([a-z_]+)(?:\{([^}]*)\})? (\S+)$/.exec(line) ?? [];
      const suffixes = types.get(current) === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
      expect(
        suffixes.map(suffix => current + suffix),
        line,
      ).toContain(sample);
      expect(Number(value), line).not.toBeNaN();
      const pairs = [...labels.matchAll(/([a-z_]+)="([^"\\]*)"(?:,|$)/g)];
      expect(pairs.map(([whole]) => whole).join('')).toBe(labels);
      samples.push({
        name: sample,
        labels: Object.fromEntries(pairs.map(([, key, text]) => [key, text])),
        value: Number(value),
      });
    }
  }
  const keys = samples.map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`);
  expect(new Set(keys).size).toBe(keys.length);
  return { types, samples };
}

async function metricsOf(registry: TestRegistry): Promise<Exposition> {
  return parseExposition((await registry.get('/metrics')).text);
}

function sampleOf(
  { samples }: Exposition,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const isWanted = (sample: Sample) =>
    sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value);
  return samples.find(isWanted)?.value;
}

describeDatabases('an operator watches the registry', (start, kind) => {
  test('metrics are valid and count requests, tools, accounts and writes', async () => {
    const registry = await start();
    const ada = await registry.createPublisher('ada');
    expect((await ada.publish({ name: 'count_words' })).status).toBe(201);
    const hidden = { token: ada.token, body: ada.sign({ name: 'secret_ledger' }) };
    expect((await registry.request('post', '/api/v1/tools?visibility=private', hidden)).status).toBe(201);
    await registry.get('/healthz');
    const metrics = await metricsOf(registry);
    expect(sampleOf(metrics, 'toolmark_tools')).toBe(1);
    expect(sampleOf(metrics, 'toolmark_publishers')).toBeGreaterThan(0);
    expect([sampleOf(metrics, 'toolmark_servers'), sampleOf(metrics, 'toolmark_reviews_open')]).toEqual([0, 0]);
    expect(sampleOf(metrics, 'toolmark_database_up', { kind })).toBe(1);
    expect(sampleOf(metrics, 'toolmark_database_bytes')).toBeGreaterThan(1000);
    expect(sampleOf(metrics, 'toolmark_requests_in_flight')).toBe(1);
    expect([
      sampleOf(metrics, 'toolmark_publish_queue'),
      sampleOf(metrics, 'toolmark_database_writes_waiting'),
    ]).toEqual([0, 0]);
    expect(sampleOf(metrics, 'toolmark_database_write_duration_seconds_count')).toBeGreaterThan(1);
    const health = { route: 'health' };
    expect(sampleOf(metrics, 'toolmark_request_duration_seconds_count', health)).toBe(1);
    expect(sampleOf(metrics, 'toolmark_request_duration_seconds_bucket', { ...health, le: '+Inf' })).toBe(1);
  });

  test('metrics answer when the database does not', async () => {
    const registry = await start();
    await registry.service.registry.database.write(writer => writer.run(sql`alter table reviews rename to elsewhere`));
    const metrics = await metricsOf(registry);
    expect(sampleOf(metrics, 'toolmark_database_up')).toBe(0);
    expect(sampleOf(metrics, 'toolmark_tools')).toBeUndefined();
  });

  test('metrics ask for their token where there is one, and for nothing else', async () => {
    const token = 'a-token-for-metrics-of-40-characters-or-so';
    const registry = await start({ metrics: { token } });
    const ask = async (given?: string) => {
      const { status, json } = await registry.as(given).get('/metrics');
      return [status, json.code];
    };
    expect(await ask()).toEqual([401, 'auth.required']);
    expect(await ask('wrong')).toEqual([401, 'auth.invalid']);
    expect(await ask(registry.adminToken)).toEqual([401, 'auth.invalid']);
    expect((await registry.as(token).get('/metrics')).status).toBe(200);
    expect((await registry.get('/healthz')).status).toBe(200);
  });

  test('a request has one id, in the answer, in the problem and in every log line', async () => {
    const registry = await start();
    const headers = { 'x-request-id': 'proxy-7f3a.91_c' };
    const missing = await registry.get('/api/v1/tools/nothing_here', headers);
    expect([missing.headers.get('x-request-id'), missing.json.requestId]).toEqual([
      headers['x-request-id'],
      headers['x-request-id'],
    ]);
    const lost = await registry.get('/nowhere');
    expect(lost.json.requestId).toBe(lost.headers.get('x-request-id'));
    await registry.service.registry.database.write(writer => writer.run(sql`alter table tools rename to elsewhere`));
    const failed = await registry.get('/api/v1/tools/nothing_here');
    expect(failed.status).toBe(500);
    const logged = registry.logged.map(line => JSON.parse(line) as { msg: string; requestId?: string; route?: string });
    expect(logged.filter(({ requestId }) => requestId === failed.json.requestId).map(({ msg }) => msg)).toEqual([
      'failed',
      'request',
    ]);
    expect(logged.find(({ requestId }) => requestId === lost.json.requestId)?.route).toBe('unmatched');
    const about = logged.filter(({ msg }) => ['request', 'failed'].includes(msg));
    expect(about.every(({ requestId }) => requestId !== undefined)).toBe(true);
  });

  test.each([
    ['short', 'abc'],
    ['long', 'a'.repeat(129)],
    ['with spaces', 'one two three'],
    ['with quotes', 'abc"defgh'],
    ['empty', ''],
  ])('an id that is %s is replaced', async (_, given) => {
    const registry = await start();
    const { headers } = await registry.get('/healthz', { 'x-request-id': given });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});
