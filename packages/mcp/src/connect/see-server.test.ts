import process from 'node:process';
import { pin } from '@toolmark/core';
import type { SeenServer } from '@toolmark/core/lock';
import { describe, expect, test } from 'vitest';
import { scriptedServer } from '../../../../test/fakes/scripted-server.ts';
import { EVERY_CAPABILITY } from './connection.ts';
import { type SnapshotsOptions, takeSnapshots, type Views } from './take-snapshots.ts';

/** A server whose list is `listOf(isModern, names of capabilities)`. It writes a line for each start. */
function varying(listOf: string, extra = ''): string {
  return `
    process.stderr.write('started\\n');
    const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
    const listOf = ${listOf};
    let isModern = false;
    let declared = {};
    on.initialize = (id, { capabilities }) => { declared = capabilities; reply(id, initializeResult); };
    on['tools/list'] = (id, { _meta }) => {
      const { extensions = {}, ...capabilities } = _meta?.[CAPABILITIES] ?? declared;
      const tools = listOf(isModern, [...Object.keys(capabilities), ...Object.keys(extensions)], { ...capabilities, ...extensions });
      reply(id, JSON.stringify({ tools, ...(isModern ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } : {}) }));
    };
    ${extra}`;
}
const MODERN = `on['server/discover'] = id => { isModern = true; reply(id, '{"resultType":"complete","ttlMs":0,"cacheScope":"private","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"_meta":{}}'); };`;
const tool = (name: string, rest = ''): string => `{ name: '${name}', inputSchema: { type: 'object' }${rest} }`;

interface Seen {
  readonly snapshot: SeenServer;
  readonly starts: number;
  readonly notes: readonly string[];
}

async function see(script: string, views: Views, options: Partial<SnapshotsOptions> = {}): Promise<Seen> {
  let starts = 0;
  const [result] = await takeSnapshots([{ key: 's', source: scriptedServer(script) }], {
    timeoutMs: 60_000,
    env: { PATH: process.env.PATH },
    capabilities: EVERY_CAPABILITY,
    views: () => views,
    onStderr: line => void (line === 'started' && starts++),
    ...options,
  });
  if (result === undefined || 'error' in result) throw result?.error ?? new Error('nothing was asked');
  return { snapshot: result.snapshot, starts, notes: result.notes.map(({ code, message }) => `${code} ${message}`) };
}

describe('a server that shows every client the same', () => {
  const script = varying(`() => [${tool('a')}]`);

  test.each<[Views, number]>([
    ['one', 1],
    ['two', 2],
    ['all', 2],
  ])('is started for %s views so often: %i', async (views, times) => {
    const { snapshot, starts, notes } = await see(script, views);
    expect(snapshot.views).toBeUndefined();
    expect([starts, notes]).toEqual([times, []]);
  });
});

describe('a server that shows more to clients that can do more', () => {
  const script = varying(
    `(_, names) => [${tool('a')}, ...names.includes('elicitation') ? [${tool('ask')}] : [], ...names.includes('roots') ? [${tool('files')}] : []]`,
  );

  test('is locked with all of it, and with what each tool needs', async () => {
    const { snapshot, starts } = await see(script, 'all');
    const needs = [...pin(snapshot).tools].map(([name, item]) => [name, item.needs]);
    expect(needs).toEqual([
      ['a', undefined],
      ['ask', ['elicitation']],
      ['files', ['roots']],
    ]);
    expect(starts).toBe(5);
  });

  test('is asked with the capabilities that are given, and not with others', async () => {
    const { snapshot } = await see(script, 'all', { capabilities: { elicitation: {} } });
    expect(snapshot.tools.map(({ name }) => name)).toEqual(['a', 'ask']);
    expect(pin(snapshot).tools.get('ask')?.needs).toEqual(['elicitation']);
  });
});

test('extensions are declared with their settings, and are named in what a tool needs', async () => {
  const id = 'io.modelcontextprotocol/ui';
  const script = varying(
    `(_, names, settings) => names.includes('${id}') ? [${tool('page', `, title: settings['${id}'].mimeTypes[0]`)}] : []`,
  );
  const capabilities = { extensions: { [id]: { mimeTypes: ['text/html'] } } };
  const { snapshot } = await see(script, 'all', { capabilities });
  expect(snapshot.tools).toMatchObject([{ name: 'page', title: 'text/html' }]);
  expect(pin(snapshot).tools.get('page')?.needs).toEqual([id]);
});

describe('a server that drops a member in one generation', () => {
  const script = varying(
    `isModern => [${tool('a', `, ...isModern ? { execution: { taskSupport: 'optional' } } : {}`)}]`,
    MODERN,
  );

  test.each<[Views]>([['two'], ['all']])('is locked in both: %s', async views => {
    const { snapshot } = await see(script, views);
    const locked = pin(snapshot).tools.get('a');
    expect(locked?.definition).toHaveProperty('execution');
    expect(locked?.variants).toMatchObject([{ definition: { name: 'a' } }]);
    expect(locked?.variants?.[0]?.definition).not.toHaveProperty('execution');
    expect(locked?.needs).toBeUndefined();
  });

  test('is locked in one where only that is wanted', async () => {
    const { snapshot } = await see(script, 'all', { protocol: 'legacy' });
    expect(snapshot.views).toBeUndefined();
    expect(snapshot.tools[0]).not.toHaveProperty('execution');
  });
});

test('[lock.views] a view that cannot be asked for is noted, and the others count', async () => {
  const script = varying(
    `() => [${tool('a')}]`,
    `on.initialize = (id, { capabilities }) => Object.keys(capabilities).length === 0 ? deny(id, -32603) : reply(id, initializeResult);`,
  );
  const { snapshot, notes } = await see(script, 'all');
  expect(snapshot.tools).toHaveLength(1);
  expect(notes).toEqual([
    expect.stringMatching(
      /^server.view-unavailable Could not list the server as a client of 2025-11-25 that declares no capabilities/,
    ),
  ]);
});
