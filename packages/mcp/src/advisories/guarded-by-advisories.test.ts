import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { toolDigest } from '@toolmark/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeRegistry, listAt, registryKeys } from '../../../../test/fakes/fake-registry.ts';
import { lockOf, RawClient, type RawOptions } from '../../../../test/fakes/raw-client.ts';
import { scriptedServer } from '../../../../test/fakes/scripted-server.ts';
import type { GuardMode } from '../proxy/guard-settings.ts';
import { watchAdvisories } from './watch-advisories.ts';

const ECHO = { name: 'echo', description: 'Gives back what it gets.', inputSchema: { type: 'object' } };
const COUNT = { name: 'count', description: 'Counts.', inputSchema: { type: 'object' } };
const SCRIPT = `
  on['tools/list'] = id => reply(id, ${JSON.stringify(JSON.stringify({ tools: [ECHO, COUNT] }))});
  on['tools/call'] = (id, { name }) => reply(id, JSON.stringify({ content: [{ type: 'text', text: 'did ' + name }] }));`;
const SIGNER = registryKeys();
const NOW = Date.parse('2026-11-15T12:00:00Z');

let folder: string;
let registry: FakeRegistry;
let client: RawClient | undefined;
let poll: () => Promise<void>;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'toolmark-advisories-'));
  registry = new FakeRegistry();
});
afterEach(async () => {
  await client?.close();
  await registry.close();
  rmSync(folder, { recursive: true });
});

/** A guard for two tools, with a registry that has no advisories yet. */
async function guard(options: Partial<RawOptions> = {}): Promise<RawClient> {
  const url = await registry.open();
  registry.serve(listAt('2026-11-15T11:00:00Z', [], SIGNER));
  const advisories = await watchAdvisories({
    url,
    keys: [SIGNER.publicKey],
    cacheFile: path.join(folder, 'list.json'),
    fetch,
    stderr: () => {},
    now: () => NOW,
    repeat: work => {
      poll = work;
      return () => {};
    },
  });
  const lock = lockOf({ s: { tools: [ECHO, COUNT] } });
  client = new RawClient({ sources: { s: scriptedServer(SCRIPT) }, lock, advisories, ...options });
  return client;
}

const publish = (...tools: object[]): Promise<void> => publishAt('2026-11-15T11:30:00Z', ...tools);

function publishAt(time: string, ...tools: object[]): Promise<void> {
  const digests = tools.map(tool => toolDigest(JSON.parse(JSON.stringify(tool))));
  registry.serve(listAt(time, digests, SIGNER));
  return poll();
}

const text = (answer: object): string =>
  (answer as { result: { content: { text: string }[] } }).result.content[0]?.text ?? '';

describe('a guard with a registry', () => {
  test('[guard.advisory] denies a tool once the registry publishes an advisory for it, and allows the others', async () => {
    const raw = await guard();
    await raw.initialize();
    expect(text(await raw.call('echo'))).toBe('did echo');
    await publish(ECHO);
    expect(text(await raw.call('echo'))).toBe(
      'Toolmark refused this call [guard.advisory]. Advisory TMA-1 (critical): Sends files away.',
    );
    expect(text(await raw.call('count'))).toBe('did count');
    expect(raw.records.map(({ name, decision, code }) => [name, decision, code])).toEqual([
      ['echo', 'allow', 'guard.allowed'],
      ['echo', 'deny', 'guard.advisory'],
      ['count', 'allow', 'guard.allowed'],
    ]);
  });

  test('hides such a tool from lists and sends list_changed when that begins and ends', async () => {
    const raw = await guard();
    await raw.initialize();
    await publish(ECHO);
    await raw.until(() => raw.heard.length === 1);
    expect(await raw.names('tools/list')).toEqual(['count']);
    await publishAt('2026-11-15T11:40:00Z', ECHO, { ...COUNT, description: 'Another.' });
    await publishAt('2026-11-15T11:50:00Z');
    await raw.until(() => raw.heard.length === 2);
    expect(await raw.names('tools/list')).toEqual(['echo', 'count']);
    const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
    expect(raw.heard).toEqual([changed, changed]);
  });

  test('allows a tool when the advisory is for another definition of the same name', async () => {
    const raw = await guard();
    await raw.initialize();
    await publish({ ...ECHO, description: 'Sends what it gets away.' });
    expect(text(await raw.call('echo'))).toBe('did echo');
  });

  test('denies an approved call if the advisory arrives before the call is sent', async () => {
    const approver = {
      name: 'test',
      ask: async () => {
        await publish(ECHO);
        return 'yes' as const;
      },
    };
    const raw = await guard({ approver, rules: [{ match: {}, decision: 'ask' }] });
    await raw.initialize();
    expect(text(await raw.call('echo'))).toContain('[guard.advisory]');
    expect(raw.records).toMatchObject([{ decision: 'deny', code: 'guard.advisory', approval: { answer: 'allow' } }]);
  });

  test.each<GuardMode>(['filter', 'audit'])('in mode %s records the denial and lets the call pass', async mode => {
    const raw = await guard({ mode });
    await raw.initialize();
    await publish(ECHO);
    expect(text(await raw.call('echo'))).toBe('did echo');
    expect(raw.records).toMatchObject([{ decision: 'deny', code: 'guard.advisory', isOverruled: true }]);
  });
});
