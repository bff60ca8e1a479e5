import { generateKeyPairSync, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, expect, test } from 'vitest';
import { STATUSES } from '../../../packages/registry/src/http/problem.ts';
import { attestImage } from '../../attested.ts';
import { sampleDocument } from '../../document.ts';
import { createCiIssuer } from '../../fakes/ci-issuer.ts';
import { issue, toPem } from '../../pki.ts';
import {
  describeDatabases,
  type Requests,
  type TestPublisher,
  type TestRegistry,
  type TestResponse,
} from '../../registry.ts';
import { sampleServer, sampleTool } from '../../server-entry.ts';

interface World {
  readonly registry: TestRegistry;
  readonly admin: Requests;
  readonly ada: TestPublisher;
  readonly bob: TestPublisher;
  readonly get: Requests['get'];
}

/** A route, the status and the code it answers with, and a request that makes it answer so. */
type Row = readonly [id: string, answer: string, ask: (world: World) => Promise<TestResponse>];

const TOOL = '/api/v1/tools/contract_shown';
const PRIVATE = '/api/v1/tools/contract_private';
const ADA = '/api/v1/publishers/ada';
const MISSING = '/api/v1/publishers/missing';
const WRONG = { authorization: 'Bearer tmk_wrong' };

const DOMAIN_KEY = generateKeyPairSync('ed25519');
const RECORD = `v=MCPv1; k=ed25519; p=${Buffer.from(DOMAIN_KEY.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')}`;
const PROOFS = { txt: async () => [RECORD], wellKnown: async () => RECORD };

const CI = createCiIssuer();
const TRUSTED = '/api/v1/trusted-publishers';
const CI_JOB = {
  publisher: 'ada',
  namespace: 'com.example/*',
  issuer: CI.issuer,
  claims: { repository: 'owner/weather' },
};

/** In order: some rows stand on what others have made. */
const ROWS: readonly Row[] = [
  ['publishTool', '201', ({ ada }) => ada.publish({ name: 'contract_shown', version: '1.0.0' })],
  [
    'publishTool',
    '201',
    ({ ada }) => ada.post('/api/v1/tools?visibility=private', ada.sign({ name: 'contract_private' })),
  ],
  [
    'publishTool',
    '200',
    async ({ ada }) => {
      const bytes = ada.sign({ name: 'contract_shown', version: '1.1.0' });
      await ada.post('/api/v1/tools', bytes);
      return ada.post('/api/v1/tools', bytes);
    },
  ],
  ['publishTool', '200', ({ ada }) => ada.post('/api/v1/tools?dry_run=true', ada.sign({ name: 'contract_dry' }))],
  ['publishTool', '202', ({ bob }) => bob.publish({ name: 'contract_shovvn' })],
  ['publishTool', '422 publish.invalid', ({ ada }) => ada.post('/api/v1/tools', '{')],
  ['publishTool', '400 request.malformed', ({ ada }) => ada.post('/api/v1/tools?visible=yes', ada.sign({}))],
  ['publishTool', '403 publish.not-owner', ({ bob }) => bob.publish({ name: 'contract_shown' })],
  [
    'publishTool',
    '409 publish.version-taken',
    ({ ada }) => ada.publish({ name: 'contract_shown', version: '1.0.0', description: 'Shows all invoices.' }),
  ],
  ['publishTool', '413 request.too-large', ({ ada }) => ada.post('/api/v1/tools', new Uint8Array(1_048_577))],
  [
    'publishTool',
    '415 request.unsupported-type',
    ({ registry, ada }) =>
      registry.request('post', '/api/v1/tools', {
        token: ada.token,
        body: '{}',
        headers: { 'content-encoding': 'gzip' },
      }),
  ],
  [
    'publishTool',
    '422 publish.invalid',
    ({ ada }) => ada.post('/api/v1/tools', { ...sampleDocument(), tool: { name: 'x' } }),
  ],
  ['publishTool', '422 publish.not-a-document', ({ ada }) => ada.post('/api/v1/tools', { tools: [] })],
  ['publishTool', '422 publish.unsigned', ({ ada }) => ada.post('/api/v1/tools', sampleDocument())],
  [
    'publishTool',
    '422 publish.untrusted',
    ({ ada, bob }) => ada.post('/api/v1/tools', bob.sign({ name: 'contract_other' })),
  ],
  [
    'publishTool',
    '422 publish.tampered',
    ({ ada }) => ada.post('/api/v1/tools', tampered(ada.sign({ name: 'contract_other' }))),
  ],
  ['searchTools', '200', ({ get }) => get('/api/v1/tools?q=invoices&domain=x&limit=1')],
  ['searchTools', '200', ({ get }) => get('/api/v1/tools?q=invoices&limit=1')],
  ['searchTools', '304', ({ get }) => again(get, '/api/v1/tools?name=contract')],
  ['searchTools', '400 request.malformed', ({ get }) => get('/api/v1/tools?limit=1000')],
  ['searchTools', '400 request.unknown-facet', ({ get }) => get('/api/v1/tools?capability=networ_request')],
  ['searchTools', '400 request.bad-cursor', ({ get }) => get('/api/v1/tools?cursor=AAAA')],
  ['getTool', '200', ({ get }) => get(TOOL)],
  ['getTool', '304', ({ get }) => again(get, TOOL)],
  ['getTool', '404 tool.not-found', ({ get }) => get(PRIVATE)],
  ['listVersions', '200', ({ get }) => get(`${TOOL}/versions`)],
  ['listVersions', '304', ({ get }) => again(get, `${TOOL}/versions`)],
  ['listVersions', '400 request.bad-cursor', ({ get }) => get(`${TOOL}/versions?cursor=1`)],
  ['listVersions', '404 tool.not-found', ({ get }) => get(`${PRIVATE}/versions`)],
  ['getVersion', '200', ({ get }) => get(`${TOOL}/versions/1.0.0`)],
  ['getVersion', '304', ({ get }) => again(get, `${TOOL}/versions/1.0.0`)],
  ['getVersion', '404 version.not-found', ({ get }) => get(`${TOOL}/versions/9.0.0`)],
  ['getDocument', '200', ({ get }) => get(`${TOOL}/versions/1.0.0/document`)],
  ['getDocument', '304', ({ get }) => again(get, `${TOOL}/versions/1.0.0/document`)],
  ['getDocument', '404 version.not-found', ({ get }) => get(`${TOOL}/versions/9.0.0/document`)],
  [
    'setStatus',
    '200',
    ({ ada }) => ada.post(`${TOOL}/versions/1.0.0/status`, { status: 'quarantined', reason: 'It leaks.' }),
  ],
  [
    'setStatus',
    '403 tool.quarantined',
    ({ ada }) => ada.post(`${TOOL}/versions/1.0.0/status`, { status: 'active', reason: 'It does not.' }),
  ],
  [
    'setStatus',
    '403 tool.not-owner',
    ({ bob }) => bob.post(`${TOOL}/versions/1.0.0/status`, { status: 'yanked', reason: 'No.' }),
  ],
  [
    'setStatus',
    '404 version.not-found',
    ({ ada }) => ada.post(`${TOOL}/versions/9.0.0/status`, { status: 'yanked', reason: 'No.' }),
  ],
  [
    'setStatus',
    '400 request.malformed',
    ({ ada }) => ada.post(`${TOOL}/versions/1.0.0/status`, { status: 'gone', reason: 'No.' }),
  ],
  [
    'getTool',
    '410 tool.withdrawn',
    async ({ ada, get }) => {
      await ada.post(`${TOOL}/versions/1.1.0/status`, { status: 'yanked', reason: 'Too early.' });
      return get(TOOL);
    },
  ],
  ['setVisibility', '200', ({ ada }) => ada.post(`${TOOL}/visibility`, { visibility: 'public' })],
  ['setVisibility', '403 tool.not-owner', ({ bob }) => bob.post(`${TOOL}/visibility`, { visibility: 'private' })],
  [
    'setVisibility',
    '400 json.duplicate-key',
    ({ ada }) => ada.post(`${TOOL}/visibility`, '{"visibility":"public","visibility":"private"}'),
  ],
  ['grantTool', '404 tool.not-found', ({ bob }) => bob.put(`${PRIVATE}/grants/bob`)],
  ['grantTool', '200', ({ ada }) => ada.put(`${PRIVATE}/grants/bob`)],
  ['grantTool', '404 publisher.not-found', ({ ada }) => ada.put(`${PRIVATE}/grants/missing`)],
  ['listGrants', '200', ({ ada }) => ada.get(`${PRIVATE}/grants`)],
  ['listGrants', '403 tool.not-owner', ({ bob }) => bob.get(`${PRIVATE}/grants`)],
  ['ungrantTool', '403 tool.not-owner', ({ bob }) => bob.delete(`${PRIVATE}/grants/bob`)],
  ['ungrantTool', '200', ({ ada }) => ada.delete(`${PRIVATE}/grants/bob`)],
  ['transferTool', '403 auth.forbidden', ({ ada }) => ada.post(`${TOOL}/transfer`, { to: 'bob' })],
  ['transferTool', '404 publisher.not-found', ({ admin }) => admin.post(`${TOOL}/transfer`, { to: 'missing' })],
  ['transferTool', '200', ({ admin }) => admin.post(`${TOOL}/transfer`, { to: 'bob' })],
  ['createPublisher', '201', ({ admin }) => admin.post('/api/v1/publishers', { id: 'eve', name: 'Eve' })],
  [
    'createPublisher',
    '409 publisher.exists',
    ({ admin }) => admin.post('/api/v1/publishers', { id: 'eve', name: 'Eve' }),
  ],
  [
    'createPublisher',
    '409 publisher.exists',
    ({ admin }) => admin.post('/api/v1/publishers', { id: 'operator', name: 'Eve' }),
  ],
  [
    'createPublisher',
    '400 request.malformed',
    ({ admin }) => admin.post('/api/v1/publishers', { id: 'Eve', name: '' }),
  ],
  [
    'createPublisher',
    '403 auth.forbidden',
    ({ ada }) => ada.post('/api/v1/publishers', { id: 'mallory', name: 'Mallory' }),
  ],
  ['getPublisher', '200', ({ ada }) => ada.get(ADA)],
  ['getPublisher', '403 auth.forbidden', ({ bob }) => bob.get(ADA)],
  ['getPublisher', '404 publisher.not-found', ({ admin }) => admin.get(MISSING)],
  ['changePublisher', '200', ({ admin }) => admin.patch('/api/v1/publishers/eve', { status: 'suspended' })],
  ['changePublisher', '200', ({ admin }) => admin.patch('/api/v1/publishers/eve', {})],
  ['changePublisher', '403 auth.forbidden', ({ ada }) => ada.patch(ADA, { permissions: ['admin'] })],
  ['changePublisher', '404 publisher.not-found', ({ admin }) => admin.patch(MISSING, { status: 'active' })],
  [
    'createToken',
    '201',
    ({ admin }) => admin.post(`${ADA}/tokens`, { label: 'ci', expires_at: '2030-01-01T00:00:00Z' }),
  ],
  [
    'createToken',
    '400 request.malformed',
    ({ admin }) => admin.post(`${ADA}/tokens`, { label: 'ci', expires: 'never' }),
  ],
  ['createToken', '403 auth.forbidden', ({ ada }) => ada.post(`${ADA}/tokens`, { label: 'ci' })],
  ['createToken', '404 publisher.not-found', ({ admin }) => admin.post(`${MISSING}/tokens`, { label: 'ci' })],
  [
    'revokeToken',
    '200',
    async ({ admin, ada }) => {
      const { id } = (await admin.post(`${ADA}/tokens`, { label: 'short' })).json;
      await ada.delete(`${ADA}/tokens/${id}`);
      return ada.delete(`${ADA}/tokens/${id}`);
    },
  ],
  ['revokeToken', '403 auth.forbidden', ({ bob }) => bob.delete(`${ADA}/tokens/tok_x`)],
  ['revokeToken', '404 token.not-found', ({ ada }) => ada.delete(`${ADA}/tokens/tok_x`)],
  ['addCertificate', '201', async ({ admin }) => admin.post(`${ADA}/certificates`, { certificate: await newPem() })],
  [
    'addCertificate',
    '422 certificate.malformed',
    ({ admin }) => admin.post(`${ADA}/certificates`, { certificate: 'x' }),
  ],
  [
    'addCertificate',
    '403 auth.forbidden',
    async ({ ada }) => ada.post(`${ADA}/certificates`, { certificate: await newPem() }),
  ],
  [
    'addCertificate',
    '404 publisher.not-found',
    async ({ admin }) => admin.post(`${MISSING}/certificates`, { certificate: await newPem() }),
  ],
  [
    'revokeCertificate',
    '200',
    async ({ admin, ada }) => {
      const { fingerprint } = (await admin.post(`${ADA}/certificates`, { certificate: await newPem() })).json;
      await ada.delete(`${ADA}/certificates/${fingerprint}`);
      return ada.delete(`${ADA}/certificates/${fingerprint}`);
    },
  ],
  ['revokeCertificate', '403 auth.forbidden', ({ bob }) => bob.delete(`${ADA}/certificates/sha256:00`)],
  ['revokeCertificate', '404 certificate.not-found', ({ ada }) => ada.delete(`${ADA}/certificates/sha256:00`)],
  ['addTrustedPublisher', '201', ({ admin }) => admin.put(TRUSTED, CI_JOB)],
  ['addTrustedPublisher', '200', ({ admin }) => admin.put(TRUSTED, CI_JOB)],
  ['addTrustedPublisher', '400 request.malformed', ({ ada }) => ada.put(TRUSTED, { ...CI_JOB, namespace: '*' })],
  [
    'addTrustedPublisher',
    '403 publish.namespace',
    ({ ada }) => ada.put(TRUSTED, { ...CI_JOB, namespace: 'org.example/*' }),
  ],
  [
    'addTrustedPublisher',
    '422 trusted-publisher.issuer',
    ({ ada }) => ada.put(TRUSTED, { ...CI_JOB, issuer: 'https://token.other.example' }),
  ],
  ['listTrustedPublishers', '200', ({ ada }) => ada.get(TRUSTED)],
  ['listTrustedPublishers', '403 auth.forbidden', ({ bob }) => bob.get(`${TRUSTED}?publisher=ada`)],
  [
    'removeTrustedPublisher',
    '200',
    async ({ ada }) => {
      const { id } = (await ada.put(TRUSTED, { ...CI_JOB, namespace: 'ada_*' })).json;
      return ada.delete(`${TRUSTED}/${id}`);
    },
  ],
  ['removeTrustedPublisher', '404 trusted-publisher.not-found', ({ bob }) => bob.delete(`${TRUSTED}/tp_x`)],
  ['whoAmI', '200', ({ ada }) => ada.get('/api/v1/me')],
  ['whoAmI', '401 auth.required', ({ get }) => get('/api/v1/me')],
  ['listSecurityEvents', '200', ({ admin }) => admin.get('/api/v1/security-events?limit=2')],
  ['listSecurityEvents', '400 request.bad-cursor', ({ admin }) => admin.get('/api/v1/security-events?cursor=x')],
  ['listSecurityEvents', '403 auth.forbidden', ({ ada }) => ada.get('/api/v1/security-events')],
  ['giveFeedback', '201', world => world.bob.publish(JUDGED).then(() => heard(world))],
  ['giveFeedback', '200', world => heard(world)],
  ['giveFeedback', '400 request.malformed', ({ ada }) => ada.post(`${JUDGED_AT}/feedback`, { type: 'x' })],
  ['giveFeedback', '403 feedback.own-tool', ({ bob }) => bob.post(`${JUDGED_AT}/feedback`, GOOD)],
  ['giveFeedback', '404 tool.not-found', ({ bob }) => bob.post(`${PRIVATE}/feedback`, GOOD)],
  ['listReviews', '200', world => reported(world).then(() => world.admin.get('/api/v1/reviews?limit=5'))],
  ['listReviews', '400 request.bad-cursor', ({ admin }) => admin.get('/api/v1/reviews?cursor=x')],
  ['getReview', '200', async world => world.admin.get(`/api/v1/reviews/${await openReview(world)}`)],
  ['getReview', '403 auth.forbidden', ({ ada }) => ada.get('/api/v1/reviews/1')],
  ['getReview', '404 review.not-found', ({ admin }) => admin.get('/api/v1/reviews/1')],
  [
    'decideReview',
    '403 auth.forbidden',
    async world => world.ada.post(`/api/v1/reviews/${await openReview(world)}`, CONFIRM),
  ],
  ['decideReview', '200', async world => world.admin.post(`/api/v1/reviews/${await openReview(world)}`, CONFIRM)],
  ['decideReview', '404 review.not-found', ({ admin }) => admin.post('/api/v1/reviews/1', CONFIRM)],
  ['listAdvisories', '200', ({ get }) => get('/api/v1/advisories')],
  ['listAdvisories', '304', ({ get }) => again(get, '/api/v1/advisories')],
  ['listAdvisories', '401 auth.invalid', ({ get }) => get('/api/v1/advisories', WRONG)],
  ['advisoryFeed', '200', ({ get }) => get('/api/v1/advisories.atom')],
  ['advisoryFeed', '304', ({ get }) => again(get, '/api/v1/advisories.atom')],
  ['advisoryFeed', '401 auth.invalid', ({ get }) => get('/api/v1/advisories.atom', WRONG)],
  ['advisoryKey', '200', ({ get }) => get('/api/v1/advisories/key')],
  ['advisoryKey', '304', ({ get }) => again(get, '/api/v1/advisories/key')],
  ['advisoryKey', '401 auth.invalid', ({ get }) => get('/api/v1/advisories/key', WRONG)],
  ['getAdvisory', '200', async world => world.get(`/api/v1/advisories/${await advisory(world)}`)],
  ['getAdvisory', '304', async world => again(world.get, `/api/v1/advisories/${await advisory(world)}`)],
  ['getAdvisory', '404 advisory.not-found', ({ get }) => get('/api/v1/advisories/TMA-1999-0001')],
  [
    'setStatus',
    '409 version.under-advisory',
    ({ admin }) => admin.post(`${JUDGED_AT}/versions/1.0.0/status`, { status: 'active', reason: 'It is fine.' }),
  ],
  [
    'withdrawAdvisory',
    '200',
    async world => {
      const target = `/api/v1/advisories/${await advisory(world)}/withdraw`;
      const answer = await world.admin.post(target, { reason: 'Mistaken.' });
      const again = await world.admin.post(target, { reason: 'Mistaken.' });
      expect([again.status, again.json.code]).toEqual([409, 'advisory.withdrawn']);
      return answer;
    },
  ],
  [
    'withdrawAdvisory',
    '404 advisory.not-found',
    ({ admin }) => admin.post('/api/v1/advisories/TMA-1999-0001/withdraw', { reason: 'No.' }),
  ],
  ['mcp', '200', world => mcp(world, { id: 1, method: 'tools/list' })],
  ['mcp', '202', world => mcp(world, { method: 'notifications/initialized' })],
  ['mcp', '400 json.duplicate-key', ({ registry }) => registry.post('/mcp', '{"id":1,"id":2}')],
  ...serverRows('/v0.1', ''),
  ...serverRows('/v0', 'V0'),
  ['findAttestations', '200', async ({ get }) => get(`/api/v1/attestations?surface=${await attested(get)}&limit=1`)],
  [
    'findAttestations',
    '304',
    async ({ get }) => again(get, `/api/v1/attestations?surface=${await attested(get)}&limit=1`),
  ],
  ['findAttestations', '400 request.malformed', ({ get }) => get('/api/v1/attestations')],
  ['getAttestation', '200', async ({ get }) => get(`/api/v1/attestations/${await attested(get, 'digest')}`)],
  ['getAttestation', '304', async ({ get }) => again(get, `/api/v1/attestations/${await attested(get, 'digest')}`)],
  ['getAttestation', '404 attestation.not-found', ({ get }) => get('/api/v1/attestations/x')],
  ['health', '200', ({ get }) => get('/healthz')],
  ['health', '401 auth.invalid', ({ get }) => get('/healthz', WRONG)],
  ['ready', '200', ({ get }) => get('/readyz')],
  ['ready', '401 auth.invalid', ({ get }) => get('/readyz', WRONG)],
  ['metrics', '200', ({ get }) => get('/metrics')],
  ['metrics', '401 auth.invalid', ({ get }) => get('/metrics', WRONG)],
  ['openApi', '200', ({ get }) => get('/openapi.json')],
  ['openApi', '304', ({ get }) => again(get, '/openapi.json')],
  ['openApi', '401 auth.invalid', ({ get }) => get('/openapi.json', WRONG)],
];

const JUDGED = { name: 'ledger_totals', version: '1.0.0' };
const JUDGED_AT = '/api/v1/tools/ledger_totals';
const GOOD = { type: 'positive_usage' };
const CONFIRM = { decision: 'confirm', reason: 'Seen by two of us.' };

function heard({ ada }: World): Promise<TestResponse> {
  return ada.post(`${JUDGED_AT}/feedback`, GOOD);
}

function reported({ ada }: World): Promise<TestResponse> {
  const details = { severity: 'critical', summary: 'Sends the totals elsewhere.' };
  return ada.post(`${JUDGED_AT}/feedback`, { type: 'security_incident', details });
}

/** The review about the reported incident: others are about names. */
async function openReview({ admin }: World): Promise<number> {
  const { reviews } = (await admin.get('/api/v1/reviews?status=open')).json;
  return reviews.find((review: { cause: string }) => review.cause === 'incident').id;
}

async function advisory({ get }: World): Promise<string> {
  return (await get('/api/v1/advisories')).json.advisories[0].id;
}

/** A member of the first attestation of the sample server. */
async function attested(get: World['get'], member: 'surfaceDigest' | 'digest' = 'surfaceDigest'): Promise<string> {
  const { json } = await get('/v0.1/servers/com.example%2Fserver/versions/latest/attestations');
  return json.attestations[0][member];
}

function mcp({ registry }: World, message: object): Promise<TestResponse> {
  const headers = { accept: 'application/json, text/event-stream' };
  return registry.request('post', '/mcp', { body: { jsonrpc: '2.0', ...message }, headers });
}

/** The MCP Registry's API, under both of its prefixes. */
function serverRows(prefix: string, suffix: string): Row[] {
  const name = `com.example/server${suffix.toLowerCase()}`;
  const entry = sampleServer({ name }, [sampleTool('look')]);
  const below = `${prefix}/servers/${encodeURIComponent(name)}`;
  const image = `ghcr.io/${name}`;
  const attestations = (version: string) => `${below}/versions/${version}/attestations`;
  /** With a token of Ada for the namespace, because her certificate is registered. */
  const attest = async (
    { registry, admin, ada }: World,
    version: string,
    bundle = attestImage(ada.signer, image, '1'),
  ) => {
    const { token } = (await admin.post(`${ADA}/tokens`, { label: 'bound', namespace: 'com.example/*' })).json;
    return registry.as(token).put(attestations(version), bundle);
  };
  const prove = ({ registry }: World, method: string, time = new Date()) => {
    const timestamp = time.toISOString();
    const text = ['toolmark.dev/registry-proof', registry.url, 'example.com', timestamp].join('\n');
    const signed_timestamp = sign(null, Buffer.from(text), DOMAIN_KEY.privateKey).toString('hex');
    return registry.post(`${prefix}/auth/${method}`, {
      domain: 'example.com',
      timestamp,
      signed_timestamp,
      registry: registry.url,
    });
  };
  return [
    [`publishServer${suffix}`, '200', ({ admin }) => admin.post(`${prefix}/publish`, entry)],
    [
      `publishServer${suffix}`,
      '400 server.version-taken',
      ({ admin }) => admin.post(`${prefix}/publish`, { ...entry, description: 'Another one.' }),
    ],
    [`publishServer${suffix}`, '403 publish.namespace', ({ ada }) => ada.post(`${prefix}/publish`, entry)],
    [`publishServer${suffix}`, '422 server.malformed', ({ admin }) => admin.post(`${prefix}/publish`, { name: 1 })],
    [`listServers${suffix}`, '200', ({ get }) => get(`${prefix}/servers?limit=1`)],
    [`listServers${suffix}`, '304', ({ get }) => again(get, `${prefix}/servers?limit=1`)],
    [`listServers${suffix}`, '400 request.malformed', ({ get }) => get(`${prefix}/servers?limit=101`)],
    [`listServerVersions${suffix}`, '200', ({ get }) => get(`${below}/versions`)],
    [`listServerVersions${suffix}`, '304', ({ get }) => again(get, `${below}/versions`)],
    [`listServerVersions${suffix}`, '404 server.not-found', ({ get }) => get(`${prefix}/servers/x/versions`)],
    [`getServer${suffix}`, '200', ({ get }) => get(`${below}/versions/latest`)],
    [`getServer${suffix}`, '304', ({ get }) => again(get, `${below}/versions/latest`)],
    [`getServer${suffix}`, '404 server.not-found', ({ get }) => get(`${below}/versions/9.9.9`)],
    [
      `setServerVersionStatus${suffix}`,
      '200',
      ({ admin }) => admin.patch(`${below}/versions/1.0.0/status`, { status: 'deprecated' }),
    ],
    [
      `setServerVersionStatus${suffix}`,
      '400 server.unchanged',
      ({ admin }) => admin.patch(`${below}/versions/1.0.0/status`, { status: 'deprecated' }),
    ],
    [`setServerStatus${suffix}`, '200', ({ admin }) => admin.patch(`${below}/status`, { status: 'active' })],
    [
      `setServerStatus${suffix}`,
      '400 request.malformed',
      ({ admin }) => admin.patch(`${below}/status`, { status: 'gone' }),
    ],
    [`addAttestation${suffix}`, '201', world => attest(world, '1.0.0')],
    [`addAttestation${suffix}`, '200', world => attest(world, '1.0.0')],
    [`addAttestation${suffix}`, '404 server.not-found', world => attest(world, '9.9.9')],
    [`addAttestation${suffix}`, '403 publish.namespace', ({ ada }) => ada.put(attestations('1.0.0'), '{}')],
    [`addAttestation${suffix}`, '422 attestation.malformed', ({ admin }) => admin.put(attestations('1.0.0'), '{}')],
    [
      `addAttestation${suffix}`,
      '422 attestation.untrusted',
      ({ admin, ada }) => admin.put(attestations('1.0.0'), attestImage(ada.signer, image, '1', 'two')),
    ],
    [
      `addAttestation${suffix}`,
      '422 attestation.other-package',
      world => attest(world, '1.0.0', attestImage(world.ada.signer, image, '2')),
    ],
    [`listAttestations${suffix}`, '200', ({ get }) => get(attestations('latest'))],
    [`listAttestations${suffix}`, '304', ({ get }) => again(get, attestations('1.0.0'))],
    [`listAttestations${suffix}`, '404 server.not-found', ({ get }) => get(attestations('9.9.9'))],
    [`proveByDns${suffix}`, '200', world => prove(world, 'dns')],
    [`proveByDns${suffix}`, '401 proof.timestamp', world => prove(world, 'dns', new Date(0))],
    [`proveByHttp${suffix}`, '200', world => prove(world, 'http')],
    [`proveByHttp${suffix}`, '401 proof.timestamp', world => prove(world, 'http', new Date(0))],
    ...['oidc', 'github-oidc'].flatMap((method): Row[] => {
      const id = `exchange${method === 'oidc' ? 'Oidc' : 'GithubOidc'}${suffix}`;
      const exchange = ({ registry }: World, oidc_token: string) =>
        registry.post(`${prefix}/auth/${method}`, { oidc_token });
      return [
        [id, '200', world => exchange(world, CI.token())],
        [id, '401 oidc.audience', world => exchange(world, CI.token({ aud: 'sigstore' }))],
        [id, '400 request.malformed', ({ registry }) => registry.post(`${prefix}/auth/${method}`, { token: 'x' })],
      ];
    }),
    [`serversHealth${suffix}`, '200', ({ get }) => get(`${prefix}/health`)],
    [`serversPing${suffix}`, '200', ({ get }) => get(`${prefix}/ping`)],
  ];
}

/** Made for everyone, with nothing to get wrong. */
const NEVER_REFUSE = /^servers(Health|Ping)/;

describeDatabases('the API against its own description', start => {
  let world: World;
  let openApi: OpenApi;
  beforeAll(async () => {
    const registry = await start({ proofs: PROOFS, oidcIssuers: CI.accepted });
    const [ada, bob] = [await registry.createPublisher('ada'), await registry.createPublisher('bob')];
    world = { registry, admin: registry.admin, ada, bob, get: registry.get };
    openApi = (await registry.get('/openapi.json')).json;
  });

  test('the description is OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone({ ...openApi }));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(openApi.openapi).toMatch(/^3\.1/);
  });

  test('every route is asked for all that it promises, and for something that it refuses', () => {
    for (const { operationId, responses } of operationsOf(openApi)) {
      const statuses = ROWS.filter(([id]) => id === operationId).map(([, answer]) => answer.slice(0, 3));
      const promised = Object.keys(responses).filter(status => status !== 'default');
      for (const status of promised) expect(statuses, `${operationId} is never asked for ${status}`).toContain(status);
      const refuses = statuses.some(status => Number(status) >= 400) || NEVER_REFUSE.test(operationId);
      expect(refuses, `${operationId} never refuses`).toBe(true);
    }
    const known = operationsOf(openApi).map(({ operationId }) => operationId);
    expect(ROWS.filter(([id]) => !known.includes(id))).toEqual([]);
  });

  test('what it answers is what it says it answers', async () => {
    const faults: string[] = [];
    for (const [id, answer, ask] of ROWS) {
      const response = await ask(world);
      const title = `${id} ${answer}`;
      const [status, code] = answer.split(' ');
      if (response.status !== Number(status))
        faults.push(`${title}: answered ${response.status} ${response.text.slice(0, 300)}`);
      else if (code !== undefined && response.json.code !== code) faults.push(`${title}: said ${response.json.code}`);
      else faults.push(...faultsOf(openApi, id, response).map(fault => `${title}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });

  test('every write without a token is refused as described, whatever it is sent to', async () => {
    const closed = operationsOf(openApi).filter(({ security }) => !security.some(one => Object.keys(one).length === 0));
    expect(closed.length).toBeGreaterThan(10);
    for (const { operationId, method, route } of closed) {
      const response = await world.registry.request(method, route.replace(/\{\w+\}/g, 'x'));
      expect([operationId, response.status, response.json.code]).toEqual([operationId, 401, 'auth.required']);
      expect(faultsOf(openApi, operationId, response)).toEqual([]);
    }
  });
});

test('the specification lists every code with its status', async () => {
  const page = await readFile(path.join(import.meta.dirname, '../../../docs/spec/registry.md'), 'utf8');
  const lines = page.split('\n');
  for (const [code, status] of Object.entries(STATUSES)) {
    const line = lines.find(one => one.startsWith(`| ${status} |`) && one.includes(`\`${code}\``));
    expect(line, `${code} ${status}`).toBeDefined();
  }
});

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema?: object }>> }>>;
  readonly security: readonly object[];
}

interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

function operationsOf({ paths }: OpenApi) {
  return Object.entries(paths).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, route, ...operation })),
  );
}

/** Where an answer is not what the description says of its status. */
function faultsOf(openApi: OpenApi, id: string, response: TestResponse): string[] {
  const operation = operationsOf(openApi).find(({ operationId }) => operationId === id);
  const isListed = operation?.responses[response.status] !== undefined;
  if (response.status < 400 && !isListed) return [`${response.status} is not described`];
  const content = operation?.responses[isListed ? response.status : 'default']?.content;
  if (content === undefined) return response.bytes.length === 0 ? [] : ['a body where none is described'];
  const type = response.headers.get('content-type')?.replace(/; charset=.*$/i, '') ?? '';
  const described = content[type];
  if (described === undefined) return [`${type} is not described`];
  if (described.schema === undefined) return [];
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const check = ajv.compile({ ...described.schema, components: openApi.components });
  if (check(response.json)) return [];
  return (check.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** The same request of a client that has the answer already. */
async function again(get: World['get'], target: string): Promise<TestResponse> {
  const { headers } = await get(target);
  return await get(target, { 'if-none-match': headers.get('etag') ?? '' });
}

function tampered(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8').replace('Searches the invoices', 'Forwards the invoices');
}

async function newPem(): Promise<string> {
  return new TextDecoder().decode(toPem((await issue({ name: 'CN=more', key: 'ed25519' })).certificate));
}
