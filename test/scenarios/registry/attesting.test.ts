import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../packages/client/src/index.ts';
import { parseTrustedRoot, verifyBundle } from '../../../packages/core/src/attestation.ts';
import { type JsonObject, jcs, parseCertificates, sha256, surfaceDigest } from '../../../packages/core/src/index.ts';
import * as shapes from '../../../packages/registry/src/http/routes/server-shapes.ts';
import { backup, openDatabase, rebuild, restore } from '../../../packages/registry/src/index.ts';
import { attestImage } from '../../attested.ts';
import { createCiIssuer } from '../../fakes/ci-issuer.ts';
import {
  createFakeSigstore,
  type FakeBundleOptions,
  type FakeSigner,
  type FakeSigstore,
  type Message,
} from '../../fakes/sigstore.ts';
import { type Issued, issue, toPem } from '../../pki.ts';
import { describeDatabases, type TestPublisher, type TestRegistry, type TestResponse } from '../../registry.ts';
import { sampleServer } from '../../server-entry.ts';
import { rowsIn, rowsOf } from './rows-of.ts';

const NAME = 'com.acme/weather';
const PURL = 'pkg:npm/%40acme/weather@1.2.3';
const SHA512 = 'ab'.repeat(64);
const CI = createCiIssuer();
const REPOSITORY = 'https://github.com/acme/weather';
const WORKFLOW = 'acme/weather/.github/workflows/release.yml';
const SUBJECT = `https://github.com/${WORKFLOW}@refs/tags/v1.2.3`;
const CLAIMS = { 12: REPOSITORY, 15: '1001', 17: '2002', 18: SUBJECT };

/** The parts of a surface with one tool. */
function surfaceWith(description: string): JsonObject {
  const digest = sha256(new TextEncoder().encode(description));
  return { prompts: {}, resources: {}, templates: {}, tools: { forecast: digest } };
}

function digestOf(surface: JsonObject): string {
  return sha256(new TextEncoder().encode(jcs({ projection: 'toolmark/surface@1', surface })));
}

function statement(members: Message = {}, surface = surfaceWith('one')): Message {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: PURL, digest: { sha512: SHA512 } }],
    predicateType: 'https://toolmark.dev/attestation/tool-surface/v1',
    predicate: { ...predicate(surface) },
    ...members,
  };
}

function predicate(surface: JsonObject): JsonObject {
  return {
    projection: 'toolmark/surface@1',
    surfaceDigest: digestOf(surface),
    surface,
    launch: { bin: 'weather', args: [], env: [] },
    completeness: 'exact',
    serverInfo: { name: 'weather', version: '1.2.3' },
    protocolVersion: '2025-11-25',
    observedAt: '2026-11-15T12:00:00Z',
    generator: 'toolmark 0.1.0',
  };
}

function entry(members: JsonObject = {}): JsonObject {
  const packages = [
    { registryType: 'npm', identifier: '@acme/weather', version: '1.2.3', transport: { type: 'stdio' } },
  ];
  return sampleServer({ name: NAME, version: '1.2.3', packages, ...members });
}

function at(version: string, name = NAME): string {
  return `/v0.1/servers/${encodeURIComponent(name)}/versions/${version}/attestations`;
}

function codeOf({ status, json }: TestResponse): unknown[] {
  return status < 400
    ? [status]
    : [status, json.code, ...(json.findings ?? []).map((one: { code: string }) => one.code)];
}

const PLAIN: FakeBundleOptions = { log: 'none', timestamp: false };

describeDatabases('attestations of server entries', start => {
  let sigstore: FakeSigstore;
  let registry: TestRegistry;
  let ada: TestPublisher;
  let bound: string;
  let stranger: Issued;

  const put = (bundle: unknown, version = '1.2.3', name = NAME, token = bound) =>
    registry.request('put', at(version, name), { token, body: bundle });
  const byAda = (payload: Message = statement()) => sigstore.sign(payload, ada.signer, PLAIN);
  const byJob = async (claims: Record<number, string> = CLAIMS, options: { subject?: string; issuer?: string } = {}) =>
    sigstore.sign(statement(), await sigstore.issue({ subject: SUBJECT, issuer: CI.issuer, claims, ...options }));

  async function boundToken(publisher: string, namespace = 'com.acme/*'): Promise<string> {
    const { json } = await registry.admin.post(`/api/v1/publishers/${publisher}/tokens`, { label: 'bound', namespace });
    return json.token;
  }

  /** A version of its own, so that tests do not meet. */
  async function newVersion(version: string, members: JsonObject = {}): Promise<string> {
    const { status, text } = await registry.as(bound).post('/v0.1/publish', entry({ version, ...members }));
    expect(status, text).toBe(200);
    return version;
  }

  beforeAll(async () => {
    sigstore = await createFakeSigstore();
    const trustedRoot = parseTrustedRoot(new TextEncoder().encode(JSON.stringify(sigstore.root)));
    registry = await start({ oidcIssuers: CI.accepted, trustedRoot });
    ada = await registry.createPublisher('ada');
    bound = await boundToken('ada');
    stranger = await issue({ name: 'CN=mallory', key: 'ed25519' });
    await newVersion('1.2.3');
  });

  test('[registry.attestations] a bundle of a registered certificate is stored, shown and found', async () => {
    const version = await newVersion('1.3.0');
    const bundle = await byAda();
    const text = JSON.stringify(bundle, null, 2);
    const bytes = new TextEncoder().encode(text);
    const stored = jcs(bundle);
    const digest = sha256(new TextEncoder().encode(stored));
    const facts = {
      ...{ digest, surfaceDigest: digestOf(surfaceWith('one')), outcome: 'trusted' },
      signer: { kind: 'certificate', subject: 'CN=ada', fingerprint: sha256(ada.signer.certificate) },
    };
    const added = await put(bytes, version);
    expect([added.status, added.json]).toMatchObject([201, { ...facts, name: NAME, version }]);
    for (const same of [bytes, new TextEncoder().encode(stored)]) {
      const again = await put(same, version);
      expect([again.status, again.json]).toEqual([200, added.json]);
    }
    const listed = (await registry.get(at(version))).json;
    expect(listed.attestations).toEqual([{ ...added.json, bundle }]);
    expect((await registry.get(at('latest'))).json).toEqual(listed);
    expect((await registry.get(at(version).replace('v0.1', 'v0'))).json).toEqual(listed);
    const whole = await registry.get(`/api/v1/attestations/${digest}`);
    expect([whole.text, whole.headers.get('content-type')]).toEqual([
      stored,
      'application/vnd.dev.sigstore.bundle.v0.3+json',
    ]);
    for (const query of [
      `surface=${facts.surfaceDigest}`,
      `package=${encodeURIComponent(PURL)}`,
      `digest=sha512:${SHA512}`,
    ]) {
      const found = (await registry.get(`/api/v1/attestations?${query}`)).json.attestations;
      expect(found.map((one: { digest: string }) => one.digest)).toContain(digest);
    }
    const shown = await registry.get(at(version).replace('/attestations', ''));
    shapes.ServerEntry.parse(shown.json);
    expect(shown.json._meta['dev.toolmark/registry'].attestations).toMatchObject([facts]);
  });

  test('a list of signed servers has exactly those with a trusted attestation', async () => {
    const version = await newVersion('1.4.0');
    const names = async (query: string) =>
      (await registry.get(`/v0.1/servers?limit=100&${query}`)).json.servers.map((one: Message) => one.server.version);
    expect(await names('signed=true')).not.toContain(version);
    expect(await names('signed=false')).toContain(version);
    await put(await byAda(), version);
    expect(await names('signed=true')).toContain(version);
    expect(await names('signed=false')).not.toContain(version);
    expect((await registry.get('/v0.1/servers?signed=maybe')).status).toBe(400);
  });

  test('a search for signed tools has exactly those with a trusted signature', async () => {
    await ada.publish({ name: 'signed_one' });
    const tools = [{ name: 'forecast', description: 'Tells the weather.', inputSchema: { type: 'object' } }];
    const version = '1.0.0';
    const identifier = 'ghcr.io/acme/tools:1';
    const extension = { status: 'active', tools: ['forecast'], tool_definitions: tools };
    const key = 'io.modelcontextprotocol.registry/publisher-provided';
    const _meta = { [key]: { 'io.github.stacklok': { [identifier]: extension } } };
    const packages = [{ registryType: 'oci', identifier, transport: { type: 'stdio' } }];
    const published = await registry.admin.post(
      '/v0.1/publish',
      entry({ name: 'com.acme/tools', version, packages, _meta }),
    );
    expect(published.status).toBe(200);
    const names = async (query: string) =>
      (await registry.get(`/api/v1/tools?limit=100&${query}`)).json.tools.map((one: Message) => one.name);
    expect(await names('signed=true')).toContain('signed_one');
    expect(await names('signed=true')).not.toContain('com.acme/tools:forecast');
    expect(await names('signed=false')).toEqual(['com.acme/tools:forecast']);
  });

  test('a plain key counts while its certificate is registered', async () => {
    const version = await newVersion('1.5.0');
    const eve = await registry.createPublisher('eve');
    const [certificate] = parseCertificates(eve.signer.certificate);
    const hint = certificate?.publicKeyDigest ?? '';
    const bundle = await sigstore.sign(statement(), eve.signer.key, { ...PLAIN, hint, keyId: hint });
    const token = await boundToken('eve');
    expect(codeOf(await put(bundle, version))).toEqual([422, 'attestation.untrusted', 'bundle.key-unknown']);
    const added = await put(bundle, version, NAME, token);
    expect([added.status, added.json.signer]).toEqual([201, { kind: 'key', publicKeyDigest: hint }]);
    await eve.delete(`/api/v1/publishers/eve/certificates/${sha256(eve.signer.certificate)}`);
    expect((await registry.get(at(version))).json.attestations[0].outcome).toBe('revoked');
    const other = await sigstore.sign(statement({}, surfaceWith('x')), eve.signer.key, { ...PLAIN, hint });
    expect(codeOf(await put(other, version, NAME, token))).toEqual([
      422,
      'attestation.untrusted',
      'bundle.key-unknown',
    ]);
  });

  test('[registry.attestations] revoking a certificate marks what it signed, and it signs nothing more', async () => {
    const version = await newVersion('1.6.0');
    const bob = await registry.createPublisher('bob');
    const token = await boundToken('bob');
    const sign = (surface: JsonObject) => sigstore.sign(statement({}, surface), bob.signer, PLAIN);
    expect((await put(await sign(surfaceWith('one')), version, NAME, token)).status).toBe(201);
    await bob.delete(`/api/v1/publishers/bob/certificates/${sha256(bob.signer.certificate)}`);
    const [only] = (await registry.get(at(version))).json.attestations;
    expect([only.outcome, only.signer.subject]).toEqual(['revoked', 'CN=bob']);
    const signed = (await registry.get('/v0.1/servers?limit=100&signed=true')).json.servers;
    expect(signed.map((one: Message) => one.server.version)).not.toContain(version);
    const [status, code] = codeOf(await put(await sign(surfaceWith('two')), version, NAME, token));
    expect([status, code]).toEqual([422, 'attestation.revoked']);
  });

  test('a certificate that two accounts have stays trusted while one of them has it', async () => {
    const version = await newVersion('1.6.5');
    const accounts = [await registry.createPublisher('first'), await registry.createPublisher('second')];
    const [first, second] = accounts;
    const certificate = new TextDecoder().decode(toPem(first?.signer.certificate ?? new Uint8Array()));
    await registry.admin.post('/api/v1/publishers/second/certificates', { certificate });
    const fingerprint = sha256(first?.signer.certificate ?? new Uint8Array());
    const bundle = await sigstore.sign(statement(), first?.signer ?? stranger, PLAIN);
    expect((await put(bundle, version, NAME, await boundToken('first'))).status).toBe(201);
    const outcome = async () => (await registry.get(at(version))).json.attestations[0].outcome;
    await first?.delete(`/api/v1/publishers/first/certificates/${fingerprint}`);
    expect(await outcome()).toBe('trusted');
    await second?.delete(`/api/v1/publishers/second/certificates/${fingerprint}`);
    expect(await outcome()).toBe('revoked');
  });

  describe('the identity of a CI job', () => {
    beforeAll(async () => {
      await registry.createPublisher('ci');
      const claims = { repository: 'acme/weather', workflow_ref: WORKFLOW, environment: 'release' };
      const body = { publisher: 'ci', namespace: 'com.acme/*', issuer: CI.issuer, claims };
      expect((await registry.admin.put('/api/v1/trusted-publishers', body)).status).toBe(201);
      const job = { repository: 'acme/weather', workflow_ref: `${WORKFLOW}@refs/tags/v1.2.3` };
      expect((await registry.post('/v0.1/auth/oidc', { oidc_token: CI.token(job) })).status).toBe(200);
    });

    test('[registry.attestations] counts where a trusted publisher vouches for it', async () => {
      const version = await newVersion('1.7.0');
      const added = await put(await byJob(), version);
      const signer = { kind: 'identity', issuer: CI.issuer, subject: SUBJECT };
      expect([added.status, added.json.signer]).toEqual([201, signer]);
      const { json } = await registry.post('/v0.1/auth/oidc', {
        oidc_token: CI.token({ repository: 'acme/weather', workflow_ref: `${WORKFLOW}@refs/tags/v1.2.3` }),
      });
      const own = await sigstore.sign(
        statement({}, surfaceWith('own')),
        await sigstore.issue({ subject: SUBJECT, issuer: CI.issuer, claims: CLAIMS }),
      );
      expect((await put(own, version, NAME, json.registry_token)).status).toBe(201);
    });

    test.each<[title: string, claims: Record<number, string>, options?: { subject?: string; issuer?: string }]>([
      ['another repository', { ...CLAIMS, 12: 'https://github.com/mallory/weather' }],
      ['a reusable workflow that another repository called', { ...CLAIMS, 12: 'https://github.com/mallory/x' }],
      ['the repository in another case', { ...CLAIMS, 12: 'https://github.com/Acme/weather' }],
      ['the repository with a suffix', { ...CLAIMS, 12: `${REPOSITORY}-2` }],
      ['another id of the repository', { ...CLAIMS, 15: '1002' }],
      ['another id of the owner', { ...CLAIMS, 17: '2003' }],
      ['another workflow', { ...CLAIMS, 18: SUBJECT.replace('release', 'test') }],
      ['another issuer', CLAIMS, { issuer: 'https://token.evil.example' }],
      ['no claims', {}],
    ])('with %s does not count', async (_, claims, options) => {
      expect(codeOf(await put(await byJob(claims, options)))).toEqual([
        422,
        'attestation.untrusted',
        'bundle.other-identity',
      ]);
    });

    test('of another authority does not count', async () => {
      const other = await createFakeSigstore();
      const bundle = await other.sign(
        statement(),
        await other.issue({ subject: SUBJECT, issuer: CI.issuer, claims: CLAIMS }),
      );
      expect(codeOf(await put(bundle)).slice(0, 2)).toEqual([422, 'attestation.untrusted']);
    });

    test('without a proven time does not count', async () => {
      const signer: FakeSigner = await sigstore.issue({ subject: SUBJECT, issuer: CI.issuer, claims: CLAIMS });
      const bundle = await sigstore.sign(statement(), signer, PLAIN);
      expect(codeOf(await put(bundle)).slice(0, 2)).toEqual([422, 'attestation.untrusted']);
    });

    test('does not count in a registry without a trusted root', async () => {
      const other = await start();
      await other.admin.post('/v0.1/publish', entry());
      const answer = await other.request('put', at('1.2.3'), { token: other.adminToken, body: await byJob() });
      expect(codeOf(answer).slice(0, 2)).toEqual([422, 'attestation.untrusted']);
    });
  });

  describe('[registry.attestations] refuses', () => {
    const changed = (change: (bundle: Message) => void) => async () => {
      const bundle = await byAda();
      change(bundle);
      return bundle;
    };
    const rows: [title: string, bundle: () => Promise<unknown>, code: string][] = [
      ['nothing', async () => '', 'malformed'],
      ['junk', async () => '\u0000', 'malformed'],
      ['a list', async () => [], 'malformed'],
      ['a member twice', async () => '{"mediaType":"a","mediaType":"b"}', 'malformed'],
      ['another payload type', changed(one => (one.dsseEnvelope.payloadType = 'text/plain')), 'malformed'],
      ['two signatures', changed(one => one.dsseEnvelope.signatures.push(one.dsseEnvelope.signatures[0])), 'malformed'],
      ['a certificate of junk', changed(one => (one.verificationMaterial.certificate.rawBytes = 'MIIB')), 'malformed'],
      [
        'a certificate without its end',
        changed(one => (one.verificationMaterial.certificate.rawBytes = 'MIIBAAAAAAAA')),
        'malformed',
      ],
      ['no signature', changed(one => (one.dsseEnvelope.signatures = [])), 'malformed'],
      ['an unknown media type', changed(one => (one.mediaType = one.mediaType.replace('v0.3', 'v0.9'))), 'malformed'],
      [
        'a changed payload',
        changed(one => (one.dsseEnvelope.payload = base64(statement({}, surfaceWith('two'))))),
        'invalid',
      ],
      ['a stranger', () => sigstore.sign(statement(), stranger, PLAIN), 'untrusted'],
      [
        'an unknown key',
        () => sigstore.sign(statement(), stranger.key, { ...PLAIN, hint: `sha256:${'0'.repeat(64)}` }),
        'untrusted',
      ],
      ['a statement that is not one', () => byAda({ surface: 1 }), 'malformed'],
      [
        'a thousand subjects',
        () => byAda(statement({ subject: Array(1_000).fill({ name: PURL, digest: { sha512: SHA512 } }) })),
        'malformed',
      ],
      [
        'an unknown member in the predicate',
        () => byAda(statement({ predicate: { ...predicate(surfaceWith('one')), trusted: true } })),
        'predicate',
      ],
      ['another predicate', () => byAda(statement({ predicateType: 'https://slsa.dev/provenance/v1' })), 'predicate'],
      [
        'a surface digest of another surface',
        () => byAda(statement({ predicate: { ...predicate(surfaceWith('one')), surface: surfaceWith('two') } })),
        'predicate',
      ],
      [
        'another projection',
        () => byAda(statement({ predicate: { ...predicate(surfaceWith('one')), projection: 'toolmark/surface@2' } })),
        'predicate',
      ],
      [
        'another package',
        () => byAda(statement({ subject: [{ name: 'pkg:npm/other@1.2.3', digest: { sha512: SHA512 } }] })),
        'other-package',
      ],
      [
        'another version of the package',
        () => byAda(statement({ subject: [{ name: 'pkg:npm/%40acme/weather@1.2.4', digest: { sha512: SHA512 } }] })),
        'other-package',
      ],
    ];
    test.each(rows)('%s', async (_, bundle, code) => {
      const response = await put(await bundle());
      expect(codeOf(response).slice(0, 2)).toEqual([422, `attestation.${code}`]);
      expect(response.text.length).toBeLessThan(20_000);
    });

    test('a bundle of more than 1 MiB', async () => {
      expect(codeOf(await put('x'.repeat(1_048_577)))).toEqual([413, 'request.too-large']);
    });

    test('callers that do not own the namespace', async () => {
      const bundle = await byAda();
      expect((await put(bundle, '1.2.3', NAME, await boundToken('ada', 'com.other/*'))).json.code).toBe(
        'publish.namespace',
      );
      expect((await put(bundle, '1.2.3', NAME, ada.token)).json.code).toBe('publish.namespace');
      const anonymous = await registry.request('put', at('1.2.3'), { body: bundle });
      expect(codeOf(anonymous)).toEqual([401, 'auth.required']);
    });

    test('versions that do not exist', async () => {
      expect(codeOf(await put(await byAda(), '9.9.9'))).toEqual([404, 'server.not-found']);
      expect(codeOf(await put(await byAda(), 'latest'))).toEqual([404, 'server.not-found']);
      expect(codeOf(await registry.get(at('9.9.9')))).toEqual([404, 'server.not-found']);
      expect(codeOf(await registry.get(`/api/v1/attestations/sha256:${'0'.repeat(64)}`))).toEqual([
        404,
        'attestation.not-found',
      ]);
    });

    test('published bytes that are not a bundle, when asked for as one', async () => {
      const { digest } = (await ada.publish({ name: 'secret_tool' })).json;
      expect(codeOf(await registry.get(`/api/v1/attestations/${digest}`))).toEqual([404, 'attestation.not-found']);
    });

    test.each([
      '',
      'surface=x',
      `surface=sha256:${'0'.repeat(64)}&package=x`,
      'digest=sha512:x',
      'packages=x',
      'package=%00',
    ])('the query %j', async query => {
      expect(codeOf(await registry.get(`/api/v1/attestations?${query}`))[0]).toBe(400);
    });
  });

  test('attempts with a wrong signature or an unknown signer are security events', async () => {
    await put(await sigstore.sign(statement(), stranger, PLAIN));
    const { events } = (await registry.admin.get('/api/v1/security-events?limit=1')).json;
    expect(events[0]).toMatchObject({ code: 'attestation.untrusted', tool: NAME, version: '1.2.3', publisher: 'ada' });
  });

  test('a version has at most twenty', async () => {
    const version = await newVersion('1.8.0');
    const bundles = await Promise.all(
      Array.from({ length: 21 }, (_, index) => byAda(statement({}, surfaceWith(`surface ${index}`)))),
    );
    for (const bundle of bundles.slice(0, 20)) expect((await put(bundle, version)).status).toBe(201);
    expect(codeOf(await put(bundles[20], version))).toEqual([422, 'attestation.too-many']);
    expect((await put(bundles[0], version)).status).toBe(200);
    const pages: string[] = [];
    for (let cursor = ''; ; ) {
      const { json } = await registry.get(`/api/v1/attestations?package=${encodeURIComponent(PURL)}&limit=7${cursor}`);
      pages.push(...json.attestations.map((one: Message) => `${one.version} ${one.digest}`));
      if (json.nextCursor === undefined) break;
      cursor = `&cursor=${json.nextCursor}`;
    }
    expect(pages.filter(one => one.startsWith(version))).toHaveLength(20);
    expect(new Set(pages).size).toBe(pages.length);
  });

  test('the same bundle sent ten times together is stored once', async () => {
    const version = await newVersion('1.9.0');
    const bundle = await byAda();
    const answers = await Promise.all(Array.from({ length: 10 }, () => put(bundle, version)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect((await registry.get(at(version))).json.attestations).toHaveLength(1);
  });

  test('a deleted version is not found by its attestations', async () => {
    const version = await newVersion('2.0.0');
    const surface = surfaceWith('deleted');
    await put(await byAda(statement({}, surface)), version);
    const found = async () =>
      (await registry.get(`/api/v1/attestations?surface=${digestOf(surface)}`)).json.attestations;
    expect(await found()).toHaveLength(1);
    await registry.admin.patch(at(version).replace('/attestations', '/status'), { status: 'deleted' });
    expect(await found()).toEqual([]);
    expect((await registry.get(at(version))).status).toBe(404);
  });

  test('[registry.attestations] what core writes is accepted, also for an image by its tag', async () => {
    const image = 'ghcr.io/acme/weather';
    const packages = [{ registryType: 'oci', identifier: `${image}:2`, transport: { type: 'stdio' } }];
    const version = await newVersion('2.1.0', { packages });
    expect((await put(attestImage(ada.signer, image, '2'), version)).status).toBe(201);
    expect(codeOf(await put(attestImage(ada.signer, image, '1'), version))).toEqual([422, 'attestation.other-package']);
  });

  test('[registry.trusted-publishing] a CI job publishes an entry and its attestation, and a reader finds and verifies it', async () => {
    const [name, repository] = ['io.github.acme/mail', 'acme/mail'];
    const image = 'ghcr.io/acme/mail';
    const client = (token?: string) => createClient({ url: registry.url, token });
    await registry.createPublisher('acme');
    const namespace = 'io.github.acme/*';
    const bound = { publisher: 'acme', namespace, issuer: CI.issuer, claims: { repository } };
    await client(registry.adminToken).addTrustedPublisher(bound);
    const { token, namespaces } = await client().exchangeIdToken(CI.token({ repository }));
    expect(namespaces).toEqual([namespace]);
    const job = client(token);
    const packages = [{ registryType: 'oci', identifier: `${image}:1`, transport: { type: 'stdio' } }];
    await job.publishServer(new TextEncoder().encode(JSON.stringify(sampleServer({ name, packages }))));
    const address = `https://github.com/${repository}`;
    const subject = `${address}/.github/workflows/release.yml@refs/tags/v1`;
    const claims = { 12: address, 15: '1001', 17: '2002', 18: subject };
    const signer = await sigstore.issue({ subject, issuer: CI.issuer, claims });
    const { dsseEnvelope } = JSON.parse(new TextDecoder().decode(attestImage(ada.signer, image, '1')));
    const bundle = await sigstore.sign(Buffer.from(dsseEnvelope.payload, 'base64'), signer);
    const added = await job.addAttestation(name, '1.0.0', new TextEncoder().encode(JSON.stringify(bundle)));
    const [found] = (await client().findAttestations({ package: added.subjects[0]?.name })).attestations;
    expect(found).toEqual({ ...added, bundle });
    const root = parseTrustedRoot(new TextEncoder().encode(JSON.stringify(sigstore.root)));
    const identities = [{ issuer: CI.issuer, subject }];
    const bytes = await client().getAttestation(added.digest);
    const { outcome } = await verifyBundle(bytes, { type: 'sigstore', root, identities }, { now: new Date() });
    expect(outcome).toBe('trusted');
    const signed: string[] = [];
    for await (const { server } of client().listServers({ signed: true })) signed.push(String(server.name));
    expect(signed).toContain(name);
  });

  test('the digest of a surface is the one that locks have', () => {
    const empty = { prompts: {}, resources: {}, templates: {}, tools: {} };
    expect(digestOf(empty)).toBe(surfaceDigest({ tools: [], prompts: [], resources: [], templates: [] }));
  });

  test('rebuild, backup and restore carry attestations', async () => {
    const { database } = registry.service.registry;
    const file = path.join(registry.data, 'registry.db');
    const before = await rowsOf(database, file);
    expect(before.attestations?.length).toBeGreaterThan(20);
    expect(JSON.stringify(before.attestations)).toContain('revoked');
    await rebuild(database);
    expect(await rowsOf(database, file)).toEqual(before);
    const copy = path.join(registry.data, 'copy.gz');
    await backup(database, copy, new Date());
    const target = await openDatabase({ url: path.join(registry.data, 'copy.db') });
    await restore(target, copy);
    for (const table of ['attestations', 'attestation_subjects', 'blobs'] as const) {
      const sorted = async (from: typeof database) =>
        (await rowsIn(from.reader, table)).map(row => JSON.stringify({ ...row, bytes: undefined })).sort();
      expect(await sorted(target)).toEqual(await sorted(database));
    }
    await target.close();
  });
});

function base64(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}
