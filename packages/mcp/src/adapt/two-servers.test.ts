import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { type Lock, pin } from '@toolmark/core';
import type OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../connect/connect.ts';
import type { Connection } from '../connect/connection.ts';
import { importServers } from './import-servers.ts';
import { toAnthropicTools } from './to-anthropic-tools.ts';
import { toOpenAiTools } from './to-openai-tools.ts';
import type { AdaptWarning } from './warning.ts';

const MODULES = path.resolve(import.meta.dirname, '../../../../node_modules/@modelcontextprotocol');

describe('two real servers from npm together', () => {
  let folder: string;
  let servers: { server: string; connection: Connection }[];
  const warnings: AdaptWarning[] = [];
  const options = { warn: (warning: AdaptWarning) => warnings.push(warning) };

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'toolmark-adapt-'));
    const open = (name: string): Promise<Connection> =>
      connect(
        { kind: 'stdio', command: process.execPath, args: [path.join(MODULES, name, 'dist/index.js')] },
        { env: { PATH: process.env.PATH, MEMORY_FILE_PATH: path.join(folder, 'memory.jsonl') } },
      );
    const [everything, memory] = await Promise.all([open('server-everything'), open('server-memory')]);
    servers = [
      { server: 'everything', connection: everything },
      { server: 'memory', connection: memory },
    ];
  });
  afterAll(async () => {
    await Promise.all(servers.map(({ connection }) => connection.close()));
    rmSync(folder, { recursive: true });
  });

  test('their tools have unmistakable names and are called where they belong', async () => {
    const { tools, withheld, failed, callByName } = await importServers(servers, options);
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['everything__echo', 'memory__create_entities', 'memory__read_graph']),
    );
    expect([withheld, failed, warnings]).toEqual([[], [], []]);
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['writes programs'] }];
    await callByName('memory__create_entities', { entities });
    expect(await callByName('memory__read_graph', {})).toMatchObject({ structuredContent: { entities } });
    const refused = await callByName('everything__echo', {});
    expect(refused).toMatchObject({ isError: true });
  });

  test('they become tools for OpenAI and Anthropic', async () => {
    const { tools } = await importServers(servers, options);
    const forOpenAi: OpenAI.ChatCompletionTool[] = toOpenAiTools(tools);
    expect(forOpenAi).toHaveLength(tools.length);
    expect(toAnthropicTools(tools).map(({ input_schema }) => input_schema.type)).toEqual(tools.map(() => 'object'));
  });

  test('a lock lets pass what was approved, and nothing that came since', async () => {
    const pinned = await Promise.all(
      servers.map(async ({ server, connection }) => [server, pin(await connection.takeSnapshot())] as const),
    );
    const lock: Lock = { lockfileVersion: 1, servers: new Map(pinned) };
    const { tools, withheld } = await importServers(servers, { ...options, lock });
    expect(tools.length).toBeGreaterThan(10);
    expect(withheld).toEqual([]);

    const memory = lock.servers.get('memory');
    if (memory === undefined) throw new Error('The lock has no memory.');
    const fewer = new Map([...memory.tools].filter(([name]) => name !== 'delete_entities'));
    const stricter: Lock = { ...lock, servers: new Map([['memory', { ...memory, tools: fewer }]]) };
    const second = await importServers(servers, { warn: () => {}, lock: stricter });
    expect(second.tools.every(({ server }) => server === 'memory')).toBe(true);
    expect(second.withheld).toContainEqual({ server: 'memory', tool: 'delete_entities', reason: 'unlocked' });
    expect(second.withheld).toContainEqual({ server: 'everything', tool: 'echo', reason: 'unlocked' });
  });
});
