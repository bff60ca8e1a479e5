import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseLock } from '@toolmark/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockOf, RawClient } from '../fakes/raw-client.ts';
import { runToolmark } from '../run-toolmark.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A proxy as there are some: it drops `execution` in old sessions, and has a tool for clients that can ask a person. */
const SERVER = `
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
let declared = {};
const toolsOf = (isModern, capabilities) => [
  { name: 'echo', description: 'Repeats.', inputSchema: { type: 'object' }, ...(isModern ? { execution: { taskSupport: 'optional' } } : {}) },
  ...('elicitation' in capabilities ? [{ name: 'ask', description: 'Asks a person.', inputSchema: { type: 'object' } }] : []),
];
const answers = {
  initialize: ({ capabilities }) => {
    declared = capabilities;
    return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'proxy', version: '1' } };
  },
  'server/discover': () => ({ resultType: 'complete', ttlMs: 0, cacheScope: 'private', supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, _meta: {} }),
  'tools/list': ({ _meta }) => {
    const isModern = _meta?.[CAPABILITIES] !== undefined;
    return { tools: toolsOf(isModern, _meta?.[CAPABILITIES] ?? declared), ...(isModern ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } : {}) };
  },
  'tools/call': ({ name, _meta }) => ({ content: [{ type: 'text', text: name + ' called' }], ...(_meta?.[CAPABILITIES] === undefined ? {} : { resultType: 'complete' }) }),
};
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || method === undefined) return;
  const outcome = answers[method] ? { result: answers[method](params ?? {}) } : { error: { code: -32601, message: 'no' } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }) + '\\n');
});
`;

let cwd: string;
let clients: RawClient[];
beforeEach(() => {
  cwd = temporaryFolder();
  writeFileSync(path.join(cwd, 'server.cjs'), SERVER);
  clients = [];
});
afterEach(async () => {
  await Promise.all(clients.map(client => client.close()));
});

const server = ['--', process.execPath, 'server.cjs'];
const toolmark = (...args: string[]): ReturnType<typeof runToolmark> =>
  runToolmark([...args, '--timeout', '60', ...server], { cwd });

/** Everything that a client behind the guard lists and can call, as `initialize` or `server/discover` begins its session. */
async function throughGuard(generation: 'legacy' | 'modern', capabilities: object): Promise<string[]> {
  const source = { kind: 'stdio', command: process.execPath, args: ['server.cjs'], cwd } as const;
  const lock = parseLock(readFileSync(path.join(cwd, 'toolmark.lock.json')));
  const client = new RawClient({ sources: { default: source }, lock });
  clients.push(client);
  const prefix = 'io.modelcontextprotocol/';
  const _meta = {
    [`${prefix}protocolVersion`]: '2026-07-28',
    [`${prefix}clientInfo`]: { name: 'c', version: '1' },
    [`${prefix}clientCapabilities`]: capabilities,
  };
  const meta = generation === 'modern' ? { _meta } : {};
  if (generation === 'legacy') await client.initialize(capabilities);
  else expect(await client.request('server/discover', meta)).toMatchObject({ result: {} });
  const names = await client.names('tools/list', meta);
  for (const name of names) {
    const answer = await client.request('tools/call', { name, arguments: {}, ...meta });
    expect(answer).toMatchObject({ result: { content: [{ text: `${name} called` }] } });
  }
  return names;
}

const CLIENTS = [
  ['legacy', {}, ['echo']],
  ['legacy', { elicitation: {} }, ['echo', 'ask']],
  ['modern', {}, ['echo']],
  ['modern', { elicitation: {}, sampling: {} }, ['echo', 'ask']],
] as const;

describe('a server that shows each client something else', () => {
  test('is locked as every client sees it: check is clean, and the guard lets each client use all it sees', async () => {
    const locked = await toolmark('lock');
    expect(locked).toMatchObject({ exit: 0 });
    expect(locked.stdout).toContain('Only clients that declare elicitation see: ask.');
    expect(locked.stdout).toContain('Some clients see another definition of: echo.');
    const checked = await toolmark('check');
    expect(checked, checked.stdout).toMatchObject({ exit: 0 });
    expect(checked.stdout).toContain('Only clients that declare elicitation see: ask.');
    for (const [generation, capabilities, names] of CLIENTS) {
      expect(await throughGuard(generation, capabilities), generation).toEqual(names);
    }
    expect(JSON.parse((await toolmark('lock', '--format', 'json')).stdout)).toMatchObject({
      servers: [{ step: 'unchanged', views: { needs: { ask: ['elicitation'] }, variants: ['echo'] } }],
    });
  });

  test.each([
    ['modern', 'legacy'],
    ['legacy', 'modern'],
  ] as const)(
    '[lock.views] and was locked for %s clients alone is never clean for check and refused for %s ones',
    async (one, other) => {
      expect(await toolmark('lock', '--protocol', one)).toMatchObject({ exit: 0 });
      expect(await throughGuard(one, {})).toEqual(['echo']);
      expect(await throughGuard(other, {})).toEqual([]);
      const checked = await toolmark('check');
      expect(checked).toMatchObject({ exit: 1 });
      expect(checked.stdout).toContain('execution');
      const again = await toolmark('lock', '--yes');
      expect(again).toMatchObject({ exit: 0 });
      expect(await toolmark('check')).toMatchObject({ exit: 0 });
      expect(await throughGuard(other, {})).toEqual(['echo']);
    },
  );

  test('has drift when only the view of some clients changes', async () => {
    await toolmark('lock');
    writeFileSync(
      path.join(cwd, 'server.cjs'),
      SERVER.replace('isModern ? { execution', "isModern ? { title: 'Evil', execution"),
    );
    expect(await toolmark('check')).toMatchObject({ exit: 1 });
    writeFileSync(path.join(cwd, 'server.cjs'), SERVER.replace(': {}) },', ": { title: 'Evil' }) },"));
    const { exit, stdout } = await toolmark('check');
    expect([exit, stdout]).toEqual([1, expect.stringContaining('Only some clients see this definition')]);
  });
});

test('capabilities are given by name, and extensions with their settings', async () => {
  const asked = async (...names: string[]): Promise<string[]> => {
    const { stdout } = await toolmark('snapshot', '--capabilities', ...names);
    return (JSON.parse(stdout) as { tools: { name: string }[] }).tools.map(({ name }) => name);
  };
  expect(await asked('roots', 'io.modelcontextprotocol/ui={"mimeTypes":["text/html"]}')).toEqual(['echo']);
  expect(await asked('elicitation={"url":{}}')).toEqual(['echo', 'ask']);
  for (const wrong of ['everything', 'roots=1', 'roots={', '=']) {
    expect(await toolmark('snapshot', '--capabilities', wrong)).toMatchObject({ exit: 2 });
  }
});

test('a lock of version 1 is read as before', () => {
  expect(parseLock({ lockfileVersion: 1, servers: {} })).toEqual(lockOf({}));
});
