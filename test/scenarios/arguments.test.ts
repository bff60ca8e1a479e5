import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import type { JsonObject } from '@toolmark/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runToolmark } from '../run-toolmark.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { connectTo, guardCommand } from './guarded-client.ts';

const SERVER = [process.execPath, path.resolve(import.meta.dirname, 'servers/zod-tools.js')];

let cwd: string;
let open: Client[] = [];
beforeEach(async () => {
  cwd = temporaryFolder();
  const { exit, stderr } = await runToolmark(['lock', '--yes', '--timeout', '60', '--', ...SERVER], { cwd });
  expect(exit, stderr).toBe(0);
});
afterEach(async () => {
  await Promise.all(open.map(client => client.close()));
  open = [];
});

async function guarded(policy: string): Promise<Client> {
  writeFileSync(path.join(cwd, 'toolmark.policy.yaml'), `version: 1\n${policy}\n`);
  return connected(guardCommand('--audit', 'audit.jsonl', '--', ...SERVER));
}

async function connected(command: readonly string[]): Promise<Client> {
  const { client } = await connectTo(command, cwd);
  open.push(client);
  return client;
}

function decisions(): JsonObject[] {
  const lines = readFileSync(path.join(cwd, 'audit.jsonl'), 'utf8').trim().split('\n');
  return lines.map(line => JSON.parse(line)).filter(({ event }) => event === 'decision');
}

const search = (client: Client, args?: Record<string, unknown>): ReturnType<Client['callTool']> =>
  client.callTool({ name: 'search', ...(args === undefined ? {} : { arguments: args }) });

describe('a guard in front of a server made with the SDK', () => {
  test('lets pass what the server tolerates, and changes nothing', async () => {
    const direct = await connected(SERVER);
    const guard = await guarded('');
    const { tools } = await direct.listTools();
    expect(tools[0]?.inputSchema.required).toContain('folder');
    for (const args of [
      { query: 'a' },
      { query: 'a', more: 1 },
      { query: 'a', options: {} },
      {},
      undefined,
      { query: 5 },
    ]) {
      const [expected, got] = [await search(direct, args), await search(guard, args)];
      expect(got.isError, JSON.stringify(args)).toBe(expected.isError);
      if (expected.isError !== true) expect(got).toEqual(expected);
    }
  });

  test('judges a call by the default that the server reads', async () => {
    const rules = `rules: [{ match: {}, when: 'has(args.folder) && args.folder.startsWith("/etc")', decision: deny }]`;
    const guard = await guarded(rules);
    expect(await search(guard, { query: 'a' })).toMatchObject({
      isError: true,
      _meta: { 'dev.toolmark/guard': { code: 'guard.denied', rule: 1 } },
    });
    const allowed = await search(guard, { query: 'a', folder: '/tmp' });
    expect(allowed.content).toMatchObject([{ text: expect.stringContaining('"read":{"query":"a","folder":"/tmp"}') }]);
    expect(decisions()).toMatchObject([{ code: 'guard.denied', rule: 1 }, { code: 'guard.allowed' }]);
  });

  test('writes down what it lets pass with a warning', async () => {
    const guard = await guarded('arguments: warn');
    expect(await search(guard, { query: 'a' })).not.toHaveProperty('isError');
    expect(decisions()).toMatchObject([{ decision: 'allow', code: 'guard.allowed', violations: ['required'] }]);
  });

  test('refuses such calls where the policy says so', async () => {
    const guard = await guarded('arguments: deny');
    expect(await search(guard, { query: 'a' })).toMatchObject({ isError: true });
    expect(decisions()).toMatchObject([
      { decision: 'deny', code: 'guard.arguments-invalid', violations: ['required'] },
    ]);
  });

  test('reads what a result linked to, and writes down which', async () => {
    const guard = await guarded('resources: linked');
    const uri = 'report://made/today';
    await expect(guard.readResource({ uri })).rejects.toThrow(/Unknown resource/);
    await guard.callTool({ name: 'report' });
    expect(await guard.readResource({ uri })).toMatchObject({ contents: [{ uri, text: 'all well' }] });
    const [, named, read] = decisions();
    expect(read).toMatchObject({ method: 'resources/read', tool: uri, code: 'guard.linked', link: named?.id });
    expect(read?.digest).toBe(named?.digest);
  });
});
