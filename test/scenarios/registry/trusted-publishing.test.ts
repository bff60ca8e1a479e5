import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../packages/core/src/index.ts';
import { backup, openDatabase, rebuild, restore } from '../../../packages/registry/src/index.ts';
import { sampleDocument } from '../../document.ts';
import { createCiIssuer } from '../../fakes/ci-issuer.ts';
import {
  describeDatabases,
  type Requests,
  type TestPublisher,
  type TestRegistry,
  type TestResponse,
} from '../../registry.ts';
import { sampleServer } from '../../server-entry.ts';
import { rowsIn, rowsOf } from './rows-of.ts';

const ci = createCiIssuer();
const SERVERS = 'io.github.owner/*';
const JOB = { repository: 'owner/weather' };
const TRUSTED = '/api/v1/trusted-publishers';

function codeOf({ status, text, json }: TestResponse): unknown[] {
  return text === '' || status < 400 ? [status] : [status, json.code];
}

function unsigned(name: string): JsonObject {
  const sample = sampleDocument();
  return { ...sample, tool: { ...(sample.tool as JsonObject), name } };
}

function trust(as: Requests, body: object): Promise<TestResponse> {
  return as.put(TRUSTED, { issuer: ci.issuer, claims: JOB, ...body });
}

async function trusted(registry: TestRegistry, body: object): Promise<string> {
  const { status, json } = await trust(registry.admin, body);
  expect(status).toBe(201);
  return json.id;
}

function exchange(registry: TestRegistry, oidc_token: string, more: object = {}): Promise<TestResponse> {
  return registry.post('/v0.1/auth/oidc', { oidc_token, ...more });
}

async function tokenFor(registry: TestRegistry, claims: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { status, json, text } = await exchange(registry, ci.token(claims));
  expect(status, text).toBe(200);
  return json.registry_token;
}

describeDatabases('trusted publishing', start => {
  let registry: TestRegistry;
  let owner: TestPublisher;
  beforeAll(async () => {
    registry = await start({ oidcIssuers: ci.accepted });
    owner = await registry.createPublisher('owner');
    await trusted(registry, { publisher: 'owner', namespace: SERVERS });
    await trusted(registry, { publisher: 'owner', namespace: 'weather_*' });
  });

  test('[registry.trusted-publishing] a CI job publishes server entries and tool documents without a stored secret', async () => {
    const { status, json } = await exchange(registry, ci.token());
    expect(status).toBe(200);
    expect(json).toMatchObject({ publisher: 'owner', namespaces: [SERVERS, 'weather_*'] });
    expect(json.expires_at - Date.now() / 1000).toBeGreaterThan(590);
    expect(json.expires_at - Date.now() / 1000).toBeLessThanOrEqual(600);
    const job = registry.as(json.registry_token);
    expect((await job.post('/v0.1/publish', sampleServer())).status).toBe(200);
    const document = owner.sign({ name: 'weather_today' });
    expect((await job.post('/api/v1/tools', document)).status).toBe(201);
    const shown = await registry.get('/api/v1/tools/weather_today');
    expect(shown.json.registry).toMatchObject({ publisher: 'owner', verification: { outcome: 'trusted' } });
    const refused: [TestResponse, unknown[]][] = [
      [await job.post('/v0.1/publish', sampleServer({ name: 'io.github.other/weather' })), [403, 'publish.namespace']],
      [await job.post('/v0.1/publish', sampleServer({ name: 'io.github.owner.evil/x1' })), [403, 'publish.namespace']],
      [await job.post('/api/v1/tools', owner.sign({ name: 'weathe_today' })), [403, 'publish.namespace']],
      [await job.post('/api/v1/tools', owner.sign({ name: 'Weather_today' })), [403, 'publish.namespace']],
      [await job.post('/api/v1/tools', unsigned('weather_2')), [422, 'publish.unsigned']],
      [await job.post('/api/v1/tools/weather_today/visibility', { visibility: 'private' }), [403, 'auth.forbidden']],
      [await job.post('/api/v1/tools/weather_today/feedback', { type: 'positive_usage' }), [403, 'auth.forbidden']],
      [await job.get('/api/v1/publishers/owner'), [403, 'auth.forbidden']],
      [await job.get(TRUSTED), [403, 'auth.forbidden']],
      [await trust(job, { namespace: SERVERS }), [403, 'auth.forbidden']],
      [await job.delete(`${TRUSTED}/tp_x`), [403, 'auth.forbidden']],
    ];
    for (const [response, answer] of refused) expect(codeOf(response)).toEqual(answer);
  });

  test('clients of the official registry exchange their token at the address that names GitHub', async () => {
    for (const prefix of ['/v0.1', '/v0']) {
      const { status, json } = await registry.post(`${prefix}/auth/github-oidc`, { oidc_token: ci.token() });
      expect([status, typeof json.registry_token, typeof json.expires_at]).toEqual([200, 'string', 'number']);
    }
  });

  describe('[registry.trusted-publishing] no token is issued for', () => {
    test.each<[title: string, claims: Readonly<Record<string, unknown>>]>([
      ['another repository of the owner', { repository: 'owner/other' }],
      ['a repository of another owner', { repository: 'mallory/weather' }],
      ['the repository in another case', { repository: 'Owner/Weather' }],
      ['the repository with a Cyrillic о', { repository: 'оwner/weather' }],
      ['the repository with a full-width letter', { repository: 'ｏwner/weather' }],
      ['the repository with a suffix', { repository: 'owner/weather2' }],
      ['the repository with a path', { repository: 'owner/weather/x' }],
      ['the repository with a zero-width space', { repository: 'owner/weather\u200b' }],
      ['the repository with a space', { repository: 'owner/weather ' }],
      ['the owner as a prefix', { repository: 'owner/' }],
      ['a pattern', { repository: 'owner/%' }],
    ])('%s', async (_, claims) => {
      expect(codeOf(await exchange(registry, ci.token(claims)))).toEqual([401, 'oidc.no-publisher']);
    });

    test.each<[token: string, code: string]>([
      [ci.token({ aud: 'sigstore' }), 'oidc.audience'],
      [ci.token({ exp: 1 }), 'oidc.expired'],
      [ci.token({ nbf: 9_999_999_999 }), 'oidc.not-yet-valid'],
      [ci.token({}, { header: { alg: 'none' }, signWith: () => Buffer.alloc(0) }), 'oidc.algorithm'],
      [ci.token({}, { header: { kid: 'x' } }), 'oidc.unknown-key'],
      [ci.token({ iss: 'https://token.evil.example' }), 'oidc.issuer'],
      ['x'.repeat(1_000_000), 'oidc.malformed'],
      ['\u0000', 'oidc.malformed'],
    ])('%.40j', async (token, code) => {
      const response = await exchange(registry, token);
      expect(codeOf(response)).toEqual([401, code]);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(response.text.length).toBeLessThan(1_000);
    });
  });

  test('[registry.trusted-publishing] a CI token is exchanged once, also when many requests bring it together', async () => {
    const token = ci.token();
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(registry, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(one => one.json.code))).toEqual(
      new Set(['oidc.replayed']),
    );
    const again = ci.token(
      { jti: JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti },
      { alg: 'RS256' },
    );
    expect(codeOf(await exchange(registry, again))).toEqual([401, 'oidc.replayed']);
    const { events } = (await registry.admin.get('/api/v1/security-events')).json;
    expect(events[0]).toMatchObject({ publisher: 'owner', code: 'oidc.replayed' });
  });

  test('[registry.trusted-publishing] a repository that was created again under the same name gets no token', async () => {
    await exchange(registry, ci.token());
    const { trustedPublishers } = (await registry.admin.get(TRUSTED)).json;
    expect(trustedPublishers[0].pinned).toEqual({ repositoryId: '1001', ownerId: '2002' });
    for (const claims of [{ repository_id: '1002' }, { repository_owner_id: '2003' }]) {
      expect(codeOf(await exchange(registry, ci.token(claims)))).toEqual([401, 'oidc.repository-changed']);
    }
    const { events } = (await registry.admin.get('/api/v1/security-events')).json;
    expect(events[0]).toMatchObject({ code: 'oidc.repository-changed', publisher: 'owner' });
    expect((await exchange(registry, ci.token())).status).toBe(200);
  });

  describe('a workflow and an environment', () => {
    const FILE = 'strict/repo/.github/workflows/release.yml';
    const row = (workflow_ref: string | undefined, environment: string | undefined) => ({ workflow_ref, environment });
    beforeAll(async () => {
      const claims = { repository: 'strict/repo', workflow_ref: FILE, environment: 'release' };
      await trusted(registry, { publisher: 'owner', namespace: 'strict_*', claims });
      const atMain = { repository: 'strict/main', workflow_ref: `${FILE}@refs/heads/main` };
      await trusted(registry, { publisher: 'owner', namespace: 'main_*', claims: atMain });
    });

    test.each([
      ['strict/repo', row(`${FILE}@refs/tags/v1`, 'release'), 200],
      ['strict/repo', row(`${FILE}@refs/heads/main`, 'release'), 200],
      ['strict/repo', row(FILE, 'release'), 200],
      ['strict/repo', row(`${FILE}@refs/tags/v1`, 'Release'), 401],
      ['strict/repo', row(`${FILE}@refs/tags/v1`, 'release '), 401],
      ['strict/repo', row(`${FILE}@refs/tags/v1`, undefined), 401],
      ['strict/repo', row(undefined, 'release'), 401],
      ['strict/repo', row(`${FILE}x@refs/tags/v1`, 'release'), 401],
      ['strict/repo', row(`${FILE}@evil.yml@refs/tags/v1`, 'release'), 401],
      ['strict/repo', row(`strict/repo/.github/workflows/other.yml@refs/tags/v1`, 'release'), 401],
      ['strict/main', row(`${FILE}@refs/heads/main`, undefined), 200],
      ['strict/main', row(`${FILE}@refs/heads/main2`, undefined), 401],
      ['strict/main', row(`${FILE}@refs/heads/main@refs/x`, undefined), 401],
      ['strict/main', row(`${FILE}@refs/pull/1/merge`, undefined), 401],
    ])('%s %j: %i', async (repository, claims, status) => {
      expect((await exchange(registry, ci.token({ repository, ...claims }))).status).toBe(status);
    });
  });

  test('a suspended account, a removed trusted publisher and a revoked token end it', async () => {
    const eve = await registry.createPublisher('eve');
    const claims = { repository: 'eve/tools' };
    const id = await trusted(registry, { publisher: 'eve', namespace: 'eve_*', claims });
    const token = await tokenFor(registry, claims);
    const { tokens } = (await eve.get('/api/v1/publishers/eve')).json;
    const issued = tokens.find((one: { label: string }) => one.label === 'CI of eve/tools');
    await eve.delete(`/api/v1/publishers/eve/tokens/${issued.id}`);
    expect(codeOf(await registry.as(token).post('/api/v1/tools', eve.sign({ name: 'eve_1' })))).toEqual([
      401,
      'auth.invalid',
    ]);
    await registry.admin.patch('/api/v1/publishers/eve', { status: 'suspended' });
    expect(codeOf(await exchange(registry, ci.token(claims)))).toEqual([401, 'oidc.no-publisher']);
    await registry.admin.patch('/api/v1/publishers/eve', { status: 'active' });
    expect((await exchange(registry, ci.token(claims))).status).toBe(200);
    expect((await eve.delete(`${TRUSTED}/${id}`)).status).toBe(200);
    expect(codeOf(await exchange(registry, ci.token(claims)))).toEqual([401, 'oidc.no-publisher']);
    expect(codeOf(await eve.delete(`${TRUSTED}/${id}`))).toEqual([404, 'trusted-publisher.not-found']);
  });

  test('removing and adding a trusted publisher forgets the repository that it was first used by', async () => {
    const claims = { repository: 'moved/repo' };
    const body = { publisher: 'owner', namespace: 'moved_*', claims };
    const id = await trusted(registry, body);
    await tokenFor(registry, claims);
    expect((await trust(registry.admin, body)).status).toBe(200);
    const moved = { ...claims, repository_id: '7' };
    expect(codeOf(await exchange(registry, ci.token(moved)))).toEqual([401, 'oidc.repository-changed']);
    await registry.admin.delete(`${TRUSTED}/${id}`);
    expect(await trusted(registry, body)).toBe(id);
    expect((await exchange(registry, ci.token(moved))).status).toBe(200);
  });

  test('an account binds tool names and what an admin gave it, and nothing else', async () => {
    const carol = await registry.createPublisher('carol');
    const attempt = async (namespace: string, as: Requests = carol, more = {}) =>
      codeOf(await trust(as, { namespace, ...more }));
    const claims = { repository: 'carol/x' };
    expect(await attempt('carol_*', carol, { claims })).toEqual([201]);
    expect(await attempt('io.github.owner/*')).toEqual([403, 'publish.namespace']);
    expect(await attempt('io.github.carol/*')).toEqual([403, 'publish.namespace']);
    expect(await attempt('carol_*', carol, { publisher: 'owner' })).toEqual([403, 'auth.forbidden']);
    expect(await attempt('io.github.carol/one', registry.admin, { publisher: 'carol', claims })).toEqual([201]);
    expect(await attempt('io.github.carol/one', carol, { claims: { repository: 'carol/y' } })).toEqual([201]);
    expect(await attempt('io.github.carol/two', carol, { claims })).toEqual([403, 'publish.namespace']);
    const label = { label: 'servers', namespace: 'io.github.carol/*' };
    await registry.admin.post('/api/v1/publishers/carol/tokens', { ...label, expires_at: '2020-01-01T00:00:00Z' });
    expect(await attempt('io.github.carol/two', carol, { claims })).toEqual([403, 'publish.namespace']);
    await registry.admin.post('/api/v1/publishers/carol/tokens', label);
    expect(await attempt('io.github.carol/two', carol, { claims })).toEqual([201]);
    expect(await attempt('missing_*', registry.admin, { publisher: 'missing' })).toEqual([404, 'publisher.not-found']);
    expect(await attempt('carol_*', carol, { issuer: 'https://token.evil.example' })).toEqual([
      422,
      'trusted-publisher.issuer',
    ]);
    const { trustedPublishers } = (await carol.get(TRUSTED)).json;
    expect(new Set(trustedPublishers.map((one: { publisher: string }) => one.publisher))).toEqual(new Set(['carol']));
    expect(codeOf(await carol.get(`${TRUSTED}?publisher=owner`))).toEqual([403, 'auth.forbidden']);
    const [other] = (await registry.admin.get(`${TRUSTED}?publisher=owner`)).json.trustedPublishers;
    expect(codeOf(await carol.delete(`${TRUSTED}/${other.id}`))).toEqual([404, 'trusted-publisher.not-found']);
  });

  test('a token that CI got does not let its account bind more', async () => {
    const dave = await registry.createPublisher('dave');
    const claims = { repository: 'dave/x' };
    const id = await trusted(registry, { publisher: 'dave', namespace: 'io.github.dave/*', claims });
    await tokenFor(registry, claims);
    await registry.admin.delete(`${TRUSTED}/${id}`);
    expect(codeOf(await trust(dave, { namespace: 'io.github.dave/*', claims }))).toEqual([403, 'publish.namespace']);
  });

  test.each([
    ['*'],
    ['ab*'],
    ['/*'],
    ['io.github.owner/'],
    ['io.github.owner/we*'],
    ['io.github.*/x'],
    ['io.github.owner/* weather_*'],
    ['io.github.оwner/*'],
    ['weather_\u0000'],
    [''],
  ])('the namespace %j is refused', async namespace => {
    expect(codeOf(await trust(registry.admin, { publisher: 'owner', namespace }))).toEqual([400, 'request.malformed']);
  });

  test.each<[claims: object]>([
    [{}],
    [{ repository: 'owner' }],
    [{ repository: 'owner/*' }],
    [{ repository: 'оwner/weather' }],
    [{ repository: 'owner/weather/x' }],
    [{ ...JOB, workflow_ref: '*' }],
    [{ ...JOB, environment: '' }],
    [{ ...JOB, ref: 'refs/heads/main' }],
  ])('the claims %j are refused', async claims => {
    const response = await trust(registry.admin, { publisher: 'owner', namespace: 'weather_*', claims });
    expect(codeOf(response)).toEqual([400, 'request.malformed']);
  });

  test('another account that trusts the same repository with tool names changes nothing for its servers', async () => {
    const mallory = await registry.createPublisher('mallory');
    expect((await trust(mallory, { namespace: 'mallory_*' })).status).toBe(201);
    expect((await exchange(registry, ci.token())).json.publisher).toBe('owner');
    expect((await exchange(registry, ci.token(), { publisher: 'mallory' })).json.namespaces).toEqual(['mallory_*']);
    expect(codeOf(await exchange(registry, ci.token(), { publisher: 'admin' }))).toEqual([401, 'oidc.no-publisher']);
    const claims = { repository: 'shared/tools' };
    await trust(mallory, { namespace: 'mallory_*', claims });
    await trust(owner, { namespace: 'weather_*', claims });
    expect(codeOf(await exchange(registry, ci.token(claims)))).toEqual([400, 'oidc.ambiguous']);
    expect((await exchange(registry, ci.token(claims), { publisher: 'owner' })).status).toBe(200);
  });

  test('a token of CI ends after ten minutes, and a list of tokens does not show it then', async () => {
    let time = Date.now();
    const clock = () => new Date(time);
    const other = await start({ oidcIssuers: ci.accepted, now: clock });
    await other.createPublisher('owner');
    await trusted(other, { publisher: 'owner', namespace: SERVERS });
    const token = await tokenFor(other);
    const labels = async () =>
      (await other.admin.get('/api/v1/publishers/owner')).json.tokens.map((one: { label: string }) => one.label);
    time += 599_000;
    expect((await other.as(token).post('/v0.1/publish', sampleServer())).status).toBe(200);
    expect(await labels()).toContain('CI of owner/weather');
    time += 1_000;
    expect(codeOf(await other.as(token).post('/v0.1/publish', sampleServer()))).toEqual([401, 'auth.invalid']);
    expect(await labels()).toEqual(['test']);
  });

  test('[registry.trusted-publishing] a token of another accepted issuer does not count for the repository', async () => {
    const other = createCiIssuer('https://token.other.example');
    const both = await start({ oidcIssuers: [...ci.accepted, ...other.accepted] });
    await both.createPublisher('owner');
    await trusted(both, { publisher: 'owner', namespace: SERVERS });
    expect(codeOf(await exchange(both, other.token()))).toEqual([401, 'oidc.no-publisher']);
    expect((await exchange(both, ci.token())).status).toBe(200);
  });

  test('a registry without issuers accepts no CI token', async () => {
    const other = await start();
    expect(codeOf(await exchange(other, ci.token()))).toEqual([401, 'oidc.issuer']);
    await other.createPublisher('owner');
    const answer = await trust(other.admin, { publisher: 'owner', namespace: SERVERS });
    expect(codeOf(answer)).toEqual([422, 'trusted-publisher.issuer']);
  });

  test('rebuild and restore keep trusted publishers, pins and exchanged tokens', async () => {
    const token = ci.token();
    await exchange(registry, token);
    const { database } = registry.service.registry;
    const file = path.join(registry.data, 'registry.db');
    const before = await rowsOf(database, file);
    expect(before.trusted_publishers?.length).toBeGreaterThan(2);
    await rebuild(database);
    expect(await rowsOf(database, file)).toEqual(before);
    expect(codeOf(await exchange(registry, token))).toEqual([401, 'oidc.replayed']);
    const copy = path.join(registry.data, 'copy.gz');
    await backup(database, copy, new Date());
    const target = await openDatabase({ url: path.join(registry.data, 'copy.db') });
    await restore(target, copy);
    for (const table of ['trusted_publishers', 'tokens'] as const) {
      const sorted = async (from: typeof database) =>
        (await rowsIn(from.reader, table)).map(row => JSON.stringify(row)).sort();
      expect(await sorted(target)).toEqual(await sorted(database));
    }
    await target.close();
  });

  test('no log line and no event contains a CI token or what it was exchanged for', async () => {
    const token = ci.token();
    const { registry_token } = (await exchange(registry, token)).json;
    await exchange(registry, token);
    const events = JSON.stringify(await rowsIn(registry.service.registry.database.reader, 'events'));
    for (const text of [registry.logged.join(''), events]) {
      expect(text).not.toContain(token.split('.')[1]);
      expect(text).not.toContain(registry_token);
    }
  });
});
