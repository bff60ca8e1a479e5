import type { Json, JsonObject, Policy } from '@toolmark/core';
import { describe, expect, test } from 'vitest';
import { guardScripts, type RawClient, type RawOptions } from '../../../../../test/fakes/raw-client.ts';
import { ProtocolFloor } from './protocol-floor.ts';

const META = 'io.modelcontextprotocol/';
const TOOL = { name: 'echo', inputSchema: { type: 'object' } };

describe('the lowest protocol version of a policy', () => {
  const floor = new ProtocolFloor('2025-06-18');

  test.each<[Json | undefined, boolean]>([
    ['2025-06-18', true],
    ['2026-07-28', true],
    ['2030-01-01', true],
    ['2025-03-26', false],
    ['2024-10-07', false],
    ['DRAFT-2026', false],
    ['2025-06-18 ', false],
    [20250618, false],
    [undefined, false],
  ])('allows an initialize that requests %j: %s', (protocolVersion, isAllowed) => {
    const params = protocolVersion === undefined ? {} : { protocolVersion };
    expect(floor.refusalOfClient('initialize', params)?.code).toBe(isAllowed ? undefined : 'guard.protocol-too-old');
  });

  test.each<[string, JsonObject, boolean]>([
    ['initialize', { protocolVersion: '2025-06-18' }, true],
    ['initialize', { protocolVersion: '2025-03-26' }, false],
    ['initialize', { protocolVersion: '2030-01-01' }, false],
    ['initialize', { protocolVersion: '2024-11-05', supportedVersions: ['2026-07-28'] }, false],
    ['initialize', {}, false],
    ['server/discover', { supportedVersions: ['2025-03-26', '2026-07-28'] }, true],
    ['server/discover', { supportedVersions: ['2025-03-26'] }, false],
    ['server/discover', { supportedVersions: [] }, false],
    ['server/discover', { supportedVersions: '2026-07-28', protocolVersion: '2026-07-28' }, false],
  ])('allows a server that answers %s with %j: %s', (method, result, isAllowed) => {
    const code = floor.refusalOfServer('s', method, result)?.code;
    expect(code).toBe(isAllowed ? undefined : 'guard.protocol-too-old');
  });
});

const DISCOVERED = `discover({ supportedVersions: ['2025-03-26', '2026-07-28'] });`;

function answeringWith(version: string): string {
  return `initializeResult = initializeResult.replace('2025-06-18', '${version}');
    on['tools/list'] = id => reply(id, '${JSON.stringify({ tools: [TOOL] })}');
    on['tools/call'] = id => reply(id, '{"content":[]}');`;
}

function guardWith(
  min: NonNullable<Policy['minProtocolVersion']>,
  scripts: Readonly<Record<string, string>>,
  options: Partial<RawOptions> = {},
): RawClient {
  const locked = Object.fromEntries(Object.keys(scripts).map(key => [key, { tools: [TOOL] }]));
  return guardScripts(scripts, locked, { policy: { version: 1, minProtocolVersion: min }, ...options });
}

function initialize(raw: RawClient, protocolVersion: string): Promise<JsonObject> {
  return raw.request('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'c', version: '1' } });
}

const TOO_OLD = { error: { code: -32010, data: { code: 'guard.protocol-too-old' } } };

describe('the guard with a lowest protocol version', () => {
  test('refuses a client that requests an older revision, and its calls', async () => {
    const raw = guardWith('2025-06-18', { s: answeringWith('2025-06-18') });
    expect(await initialize(raw, '2025-03-26')).toMatchObject(TOO_OLD);
    expect(await raw.call('echo')).toMatchObject({ result: { isError: true } });
    expect(await initialize(raw, '2025-06-18')).toMatchObject({ result: { protocolVersion: '2025-06-18' } });
    expect(await raw.call('echo')).toMatchObject({ result: { content: [] } });
  });

  test('[guard.protocol-floor] refuses a server that answers with an older revision', async () => {
    const raw = guardWith('2025-06-18', { s: answeringWith('2024-11-05') });
    expect(await initialize(raw, '2025-11-25')).toMatchObject(TOO_OLD);
    expect(await raw.call('echo')).toMatchObject({ result: { isError: true } });
    expect(raw.stderr.join()).toContain('requires 2025-06-18 or later');
  });

  test('continues without a server that is too old', async () => {
    const raw = guardWith('2025-06-18', { new: answeringWith('2025-06-18'), old: answeringWith('2024-11-05') });
    expect(await initialize(raw, '2025-11-25')).toMatchObject({ result: { protocolVersion: '2025-06-18' } });
    expect(await raw.call('new__echo')).toMatchObject({ result: { content: [] } });
    expect(await raw.call('old__echo')).toMatchObject({ result: { isError: true } });
  });

  test('refuses a request of 2026-07-28 that names an older revision', async () => {
    const raw = guardWith('2025-06-18', { s: answeringWith('2025-06-18') + DISCOVERED });
    const meta = { [`${META}protocolVersion`]: '2025-03-26', [`${META}clientCapabilities`]: {} };
    expect(await raw.request('tools/call', { name: 'echo', _meta: meta })).toMatchObject(TOO_OLD);
    expect(await raw.request('server/discover', { _meta: meta })).toMatchObject(TOO_OLD);
  });

  test.each(['2025-06-18', '2026-07-28'] as const)(
    'at %s refuses a request without a revision, also in an open 2026-07-28 session',
    async min => {
      const raw = guardWith(min, { s: answeringWith('2025-06-18') + DISCOVERED });
      const nameless = { [`${META}clientCapabilities`]: {} };
      expect(await raw.request('server/discover', { _meta: nameless })).toMatchObject(TOO_OLD);
      expect(await raw.request('server/discover', {})).toMatchObject(TOO_OLD);
      expect(await raw.request('tools/call', { name: 'echo', _meta: nameless })).toMatchObject(TOO_OLD);
      const meta = { [`${META}protocolVersion`]: '2026-07-28', ...nameless };
      expect(await raw.request('tools/call', { name: 'echo', _meta: meta })).toMatchObject({ result: { content: [] } });
      for (const _meta of [nameless, {}]) {
        expect(await raw.request('tools/call', { name: 'echo', _meta })).toMatchObject(TOO_OLD);
      }
    },
  );

  test('does not require a revision in each request after initialize', async () => {
    const raw = guardWith('2025-06-18', { s: answeringWith('2025-06-18') + DISCOVERED });
    const meta = { [`${META}protocolVersion`]: '2026-07-28', [`${META}clientCapabilities`]: {} };
    expect(await raw.request('server/discover', { _meta: meta })).toMatchObject({ result: {} });
    expect(await initialize(raw, '2025-06-18')).toMatchObject({ result: { protocolVersion: '2025-06-18' } });
    expect(await raw.call('echo')).toMatchObject({ result: { content: [] } });
  });

  test('offers no older revision in server/discover', async () => {
    const raw = guardWith('2025-06-18', { s: answeringWith('2025-06-18') + DISCOVERED });
    const meta = { [`${META}protocolVersion`]: '2026-07-28', [`${META}clientCapabilities`]: {} };
    const answer = await raw.request('server/discover', { _meta: meta });
    expect(answer).toMatchObject({ result: { supportedVersions: ['2026-07-28'] } });
  });

  test('only reports an older revision in mode audit', async () => {
    const raw = guardWith('2025-06-18', { s: answeringWith('2024-11-05') }, { mode: 'audit' });
    expect(await initialize(raw, '2024-11-05')).toMatchObject({ result: { protocolVersion: '2024-11-05' } });
    expect(raw.stderr.filter(line => line.includes('requires 2025-06-18'))).toHaveLength(2);
  });
});
