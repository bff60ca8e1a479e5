import { createClient } from '@toolmark/client';
import { type Json, type JsonObject, parseTrust, signDocument, submit, validate, verifyDocument } from '@toolmark/core';
import { applyEvents, needsReview, parseReputationInput, scoreReputation } from '@toolmark/core/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleDocument } from '../document.ts';
import { type Issued, issue } from '../pki.ts';
import { startRegistry, type TestPublisher, type TestRegistry } from '../registry.ts';

const NOW = new Date('2026-11-18T12:00:00Z');

function documentWith(change: JsonObject): JsonObject {
  const sample = sampleDocument('1.0');
  return { ...sample, tool: { ...(sample.tool as JsonObject), ...change } };
}

function withSecurity(change: JsonObject, capabilities?: readonly string[]): JsonObject {
  const { tool } = sampleDocument('1.0') as { tool: { security: JsonObject } };
  const security = { ...tool.security, ...change };
  return documentWith({ security, ...(capabilities === undefined ? {} : { capabilities: [...capabilities] }) });
}

function judge(document: Json, rules: 'toolmark' | 'seed' = 'toolmark') {
  return validate(Buffer.from(JSON.stringify(document)), { now: NOW, rules });
}

describe('the metadata schema', () => {
  test('accepts the structure it prints', () => {
    expect(judge(sampleDocument('1.0')).valid).toBe(true);
  });

  test.each<[rule: string, document: JsonObject, pointer: string]>([
    ['schema_version is two numbers', { ...sampleDocument('1.0'), schema_version: '1' }, '/schema_version'],
    ['name has only letters, digits, _ and -', documentWith({ name: 'read file' }), '/tool/name'],
    ['name has at least one character', documentWith({ name: '' }), '/tool/name'],
    ['name has at most 64 characters', documentWith({ name: 'a'.repeat(65) }), '/tool/name'],
    ['version is three numbers', documentWith({ version: '1.0' }), '/tool/version'],
    ['description has at least 10 characters', documentWith({ description: 'Too short' }), '/tool/description'],
    [
      'description has at most 500 characters',
      documentWith({ description: 'Reads. '.repeat(80) }),
      '/tool/description',
    ],
    ['author needs an email', documentWith({ author: { name: 'Ada' } }), '/tool/author'],
    ['email has its format', documentWith({ author: { name: 'Ada', email: 'ada' } }), '/tool/author/email'],
    ['capabilities are not empty', documentWith({ capabilities: [] }), '/tool/capabilities'],
    ['capabilities are of the list', documentWith({ capabilities: ['fly'] }), '/tool/capabilities/0'],
    ['capabilities are unique', documentWith({ capabilities: ['read_file', 'read_file'] }), '/tool/capabilities'],
    [
      'parameters describe an object',
      documentWith({ parameters: { type: 'array', properties: {} } }),
      '/tool/parameters/type',
    ],
    ['parameters have properties', documentWith({ parameters: { type: 'object' } }), '/tool/parameters'],
    ['risk_level is one of four', withSecurity({ risk_level: 'none' }), '/tool/security/risk_level'],
    [
      'sandboxing_required is a boolean',
      withSecurity({ sandboxing_required: 'yes' }),
      '/tool/security/sandboxing_required',
    ],
    ['network_access is one of three', withSecurity({ network_access: 'lan' }), '/tool/security/network_access'],
    ['file_access is one of four', withSecurity({ file_access: 'some' }), '/tool/security/file_access'],
    [
      'allowed_domains are host names',
      withSecurity({ allowed_domains: ['not a host'] }),
      '/tool/security/allowed_domains/0',
    ],
    ['a signature needs all its members', documentWith({ signature: { algorithm: 'RS256' } }), '/tool/signature'],
  ])('%s', (_rule, document, pointer) => {
    const { valid, findings } = judge(document);
    expect(valid).toBe(false);
    expect(findings.filter(({ severity }) => severity === 'error').map(finding => finding.pointer)).toContain(pointer);
  });

  test.each(['name', 'version', 'description', 'author', 'capabilities', 'parameters', 'security'])(
    '%s is required',
    key => {
      const { [key]: _left, ...tool } = documentWith({}).tool as JsonObject;
      expect(judge({ schema_version: '1.0', tool }).valid).toBe(false);
    },
  );
});

describe('the semantic rules', () => {
  test('a name that another tool has is refused', () => {
    const bytes = Buffer.from(JSON.stringify(sampleDocument('1.0')));
    const { valid, findings } = validate(bytes, { now: NOW, takenNames: ['search_invoices'] });
    expect(valid).toBe(false);
    expect(findings.some(({ pointer }) => pointer === '/tool/name')).toBe(true);
  });

  test.each<[what: string, document: JsonObject]>([
    ['execute_command at risk level low', withSecurity({ risk_level: 'low' }, ['execute_command'])],
    [
      'admin_operation without a sandbox',
      withSecurity({ risk_level: 'critical', sandboxing_required: false }, ['admin_operation']),
    ],
    ['network_request without network access', withSecurity({ network_access: 'none' })],
    ['read_file without file access', withSecurity({ file_access: 'none' }, ['read_file'])],
  ])('%s is misaligned, under our rules and the original ones', (_what, document) => {
    expect(judge(document).valid).toBe(false);
    expect(judge(document, 'seed').valid).toBe(false);
  });

  test('an invalid parameter schema is refused', () => {
    const parameters = { type: 'object', properties: { path: { type: 'strnig' } } };
    expect(judge(documentWith({ parameters })).valid).toBe(false);
  });

  test.each(['aaaaaaaaaaaa', 'TODO TODO TODO', 'search_invoices', '............'])(
    'the description "%s" is poor',
    description => {
      const { findings } = judge(documentWith({ description }));
      expect(findings.filter(({ pointer }) => pointer === '/tool/description')).not.toEqual([]);
    },
  );
});

/** One row for each message of the original, in its words. */
describe('the security configuration, by risk level', () => {
  test.each<[risk: string, change: JsonObject, capabilities: readonly string[], message: string]>([
    ['low', {}, ['read_file'], 'Security configuration valid'],
    ['low', {}, ['write_file'], 'Capabilities exceed risk level restrictions'],
    ['low', { network_access: 'internet' }, ['read_file'], 'Network access exceeds risk level restrictions'],
    ['low', { file_access: 'write' }, ['read_file'], 'File access exceeds risk level restrictions'],
    ['medium', { sandboxing_required: false }, ['write_file'], 'Sandboxing required for this risk level'],
    ['medium', { file_access: 'full' }, ['write_file'], 'File access exceeds risk level restrictions'],
    ['medium', {}, ['network_request', 'user_interaction'], 'Security configuration valid'],
    ['high', {}, ['database_access', 'system_info'], 'Security configuration valid'],
    ['critical', {}, ['execute_command', 'admin_operation'], 'Security configuration valid'],
    ['unheard', {}, ['read_file'], 'Invalid risk level: unheard'],
  ])('%s %j %j: %s', (risk_level, change, capabilities, message) => {
    const safe = { sandboxing_required: true, network_access: 'local', file_access: 'read' };
    expect(judge(withSecurity({ ...safe, risk_level, ...change }, capabilities), 'seed').seed?.message).toBe(message);
  });
});

describe('signing and verification', () => {
  let signer: Issued;
  beforeAll(async () => {
    signer = await issue({ name: 'CN=Ada', key: 'rsa-2048' });
  });
  const verify = (bytes: Uint8Array) =>
    verifyDocument(bytes, { trust: parseTrust({ pins: [signer.certificate] }), now: NOW });

  test('adds algorithm, signature, certificate and timestamp to the tool', () => {
    const signed = JSON.parse(Buffer.from(signDocument(sampleDocument('1.0'), signer, { now: NOW })).toString('utf8'));
    expect(Object.keys(signed.tool.signature)).toEqual(
      expect.arrayContaining(['algorithm', 'signature', 'certificate', 'timestamp']),
    );
  });

  test('trusts what was signed, and nothing that was changed afterwards', async () => {
    const signed = signDocument(sampleDocument('1.0'), signer, { now: NOW });
    expect((await verify(signed)).outcome).toBe('trusted');
    const changed = Buffer.from(signed).toString('utf8').replace('Searches the invoices', 'Searches the salaries');
    expect((await verify(Buffer.from(changed))).outcome).toBe('invalid');
  });

  test('a document without a signature, or of an unknown signer, is not trusted', async () => {
    expect((await verify(Buffer.from(JSON.stringify(sampleDocument('1.0'))))).outcome).toBe('unsigned');
    const stranger = await issue({ name: 'CN=Mallory', key: 'rsa-2048' });
    expect((await verify(signDocument(sampleDocument('1.0'), stranger, { now: NOW }))).outcome).toBe('untrusted');
  });

  test('a timestamp of the future is refused', async () => {
    const tomorrow = new Date(NOW.getTime() + 86_400_000);
    expect((await verify(signDocument(sampleDocument('1.0'), signer, { now: tomorrow }))).outcome).not.toBe('trusted');
  });
});

describe('reputation', () => {
  const UNKNOWN = { author: null, feedback: null, usage_statistics: null, security_analysis: null };

  test('weighs author 0.3, usage 0.2, feedback 0.3 and security 0.2', () => {
    const author = { published_tools: 5, average_tool_rating: 0.8, security_incidents: 1, community_standing: 0.6 };
    const input = { author, feedback: { positive: 80, negative: 20 }, usage_statistics: 0.7, security_analysis: 0.9 };
    const { score, parts } = scoreReputation(input);
    expect(parts.author).toBeCloseTo(0.5 * 0.2 + 0.8 * 0.4 + 0.9 * 0.2 + 0.6 * 0.2, 12);
    expect(parts.feedback).toBeCloseTo(0.8, 12);
    expect(score).toBeCloseTo(parts.author * 0.3 + 0.7 * 0.2 + 0.8 * 0.3 + 0.9 * 0.2, 12);
  });

  test('no feedback is neutral, and little feedback counts little', () => {
    expect(scoreReputation(UNKNOWN).parts.feedback).toBe(0.5);
    expect(scoreReputation({ ...UNKNOWN, feedback: { positive: 10, negative: 0 } }).parts.feedback).toBeCloseTo(
      0.55,
      12,
    );
  });

  test('an incident counts as five bad voices and one incident of the author', () => {
    const { events, ...input } = parseReputationInput({ feedback: { positive: 3 }, events: ['security_incident'] });
    const after = applyEvents(input, events);
    expect(after).toMatchObject({ author: { security_incidents: 1 }, feedback: { positive: 3, negative: 5 } });
  });

  test('a score below 0.3 calls for a review', () => {
    expect([needsReview(0.29), needsReview(0.3)]).toEqual([true, false]);
  });
});

describe('the registry', () => {
  let registry: TestRegistry;
  let ada: TestPublisher;
  let bob: TestPublisher;
  beforeAll(async () => {
    registry = await startRegistry();
    ada = await registry.createPublisher('ada');
    bob = await registry.createPublisher('bob');
  });
  afterAll(() => registry.close());
  const as = (token?: string) => createClient({ url: registry.url, token });

  test('process_tool_submission: validates, signs, verifies and registers', async () => {
    const document = documentWith({ name: 'submitted_tool' });
    const { ready, document: signed } = await submit(document, ada.signer, { now: new Date() });
    expect(ready).toBe(true);
    const receipt = await as(ada.token).publish(signed as Uint8Array);
    expect(receipt).toMatchObject({ outcome: 'new', name: 'submitted_tool', publisher: 'ada' });
    const { registry: facts } = await as().getTool('submitted_tool');
    expect(facts).toMatchObject({ status: 'active', publisher: 'ada' });
    expect(facts.reputation.score).toBeGreaterThan(0);
  });

  test('register_tool: bad credentials, bad metadata and a taken name are refused', async () => {
    const register = (token: string, bytes: Uint8Array) => as(token).publish(bytes);
    await expect(register('tmk_wrong', ada.sign({ name: 'first_tool' }))).rejects.toMatchObject({
      code: 'auth.invalid',
    });
    await expect(
      register(ada.token, ada.sign({ name: 'first_tool', capabilities: ['read_file'] })),
    ).rejects.toMatchObject({
      code: 'publish.invalid',
    });
    await register(ada.token, ada.sign({ name: 'first_tool' }));
    await expect(register(bob.token, bob.sign({ name: 'first_tool' }))).rejects.toMatchObject({
      code: 'publish.not-owner',
    });
  });

  test('search_tools: name, capabilities, highest risk and lowest reputation, the best first', async () => {
    await ada.publish({ name: 'find_orders' });
    await ada.publish({ name: 'find_refunds' });
    await as(bob.token).feedback('find_refunds', { type: 'negative_usage' });
    const found = async (query: Parameters<ReturnType<typeof as>['search']>[0]) => (await as().search(query)).tools;
    const names = async (query: Parameters<typeof found>[0]) => (await found(query)).map(({ name }) => name);
    expect(await names({ name: 'find_' })).toEqual(['find_orders', 'find_refunds']);
    expect(await names({ name: 'find_', capabilities: ['network_request'] })).toHaveLength(2);
    expect(await names({ name: 'find_', capabilities: ['execute_command'] })).toEqual([]);
    expect(await names({ name: 'find_', maxRisk: 'low' })).toEqual([]);
    expect(await names({ name: 'find_', maxRisk: 'medium' })).toHaveLength(2);
    expect(await names({ name: 'find_', minReputation: 0.99 })).toEqual([]);
    const scores = (await found({})).map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  test('get_tool_metadata: private tools need access, and a download is counted', async () => {
    await as(ada.token).publish(ada.sign({ name: 'private_tool' }), { visibility: 'private' });
    await expect(as(bob.token).getTool('private_tool')).rejects.toMatchObject({ code: 'tool.not-found' });
    await as(ada.token).grant('private_tool', 'bob');
    expect(await as(bob.token).getTool('private_tool')).toBeDefined();
    await as(bob.token).getDocument('private_tool', '2.3.1');
    await expect.poll(async () => (await as(ada.token).getTool('private_tool')).registry.downloads).toBe(1);
  });

  test('update_tool_reputation: feedback moves the score, and an incident calls for a review', async () => {
    await ada.publish({ name: 'rated_tool' });
    const score = async () => (await as().getTool('rated_tool')).registry.reputation.score;
    const before = await score();
    await as(bob.token).feedback('rated_tool', { type: 'negative_usage' });
    await expect.poll(score).toBeLessThan(before);
    const details = { severity: 'high', summary: 'It sends the files elsewhere.' };
    await as(bob.token).feedback('rated_tool', { type: 'security_incident', details });
    const { reviews } = await as(registry.adminToken).reviews();
    expect(reviews).toContainEqual(expect.objectContaining({ tool: 'rated_tool' }));
  });
});
