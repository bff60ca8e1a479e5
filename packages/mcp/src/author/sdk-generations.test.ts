import { Client as ClientV2, InMemoryTransport as TransportV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as TransportV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer as ServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as ServerV2 } from '@modelcontextprotocol/server';
import { type Finding, METADATA_KEY, type ToolMetadata } from '@toolmark/core';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import * as z3 from 'zod/v3';
import { placesOf, refusalOf } from '../../../../test/refusal.ts';
import { registerTool } from './register-tool.ts';

const INFO = { name: 'files', version: '1.0.0' };
const DESCRIPTION = 'Deletes a file for good.';
const DELETES: ToolMetadata = {
  classification: { service_domains: ['cloud_storage'] },
  behavior: { operations: ['delete'], read_only: false, destructive: true, idempotent: true, open_world: true },
};
const SHAPE = {
  path: z.string().max(4096).describe('Path of the file.'),
  force: z.boolean().describe('Also read-only files.').optional(),
};

async function listV1(server: ServerV1) {
  const [near, far] = TransportV1.createLinkedPair();
  const client = new ClientV1({ name: 'test', version: '1.0.0' });
  await Promise.all([server.connect(far), client.connect(near)]);
  return { client, tools: (await client.listTools()).tools };
}

describe('a server on version 1 of the MCP SDK', () => {
  const onlyPath = ({ path }: { path: string }) => ({ content: [{ type: 'text' as const, text: `deleted ${path}` }] });
  const config = { description: DESCRIPTION, metadata: DELETES };

  test.each<[string, (server: ServerV1) => void]>([
    [
      'one schema for each argument',
      server => registerTool(server, 'delete_file', { ...config, inputSchema: SHAPE }, args => onlyPath(args)),
    ],
    [
      'one schema for all',
      server =>
        registerTool(server, 'delete_file', { ...config, inputSchema: z.object(SHAPE) }, args => onlyPath(args)),
    ],
  ])('registers a tool with %s, and clients see its hints and metadata', async (_, register) => {
    const server = new ServerV1(INFO);
    register(server);
    const { client, tools } = await listV1(server);
    expect(tools[0]).toMatchObject({
      name: 'delete_file',
      description: DESCRIPTION,
      inputSchema: { required: ['path'] },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
      _meta: { [METADATA_KEY]: DELETES },
    });
    const result = await client.callTool({ name: 'delete_file', arguments: { path: '/a' } });
    expect(result).toMatchObject({ content: [{ text: 'deleted /a' }] });
    await client.close();
  });

  test('gives handlers the context of its SDK, typed', () => {
    const server = new ServerV1(INFO);
    const metadata: ToolMetadata = {
      behavior: { read_only: true, destructive: false, idempotent: true, open_world: false },
    };
    const config = { description: 'Lists all files.', metadata };
    const registered = registerTool(server, 'list', config, ({ requestId, signal }) => ({
      content: [{ type: 'text', text: `${requestId satisfies string | number} ${signal.aborted}` }],
    }));
    expect(registered.enabled satisfies boolean).toBe(true);
    registerTool(server, 'stat', { ...config, inputSchema: SHAPE }, ({ force }, { requestId }) => ({
      content: [{ type: 'text', text: `${(force satisfies boolean | undefined) ?? false} ${requestId}` }],
    }));
    // @ts-expect-error: a handler returns a result.
    registerTool(server, 'none', config, () => 7);
    // @ts-expect-error: this argument is not in the schema.
    registerTool(server, 'other', { ...config, inputSchema: SHAPE }, ({ folder }) => ({ content: [folder] }));
  });

  test('refuses what contradicts itself, and a schema that others cannot read', () => {
    const server = new ServerV1(INFO);
    const metadata: ToolMetadata = { behavior: { operations: ['delete'], destructive: false } };
    const inputSchema = { at: z.date().describe('When.') };
    const refusal = refusalOf(() =>
      registerTool(server, 'delete_file', { description: DESCRIPTION, inputSchema, metadata }, () => ({ content: [] })),
    );
    expect(placesOf(refusal)).toEqual([
      'author.unwritable-schema /inputSchema',
      'metadata.delete-not-destructive /_meta/dev.toolmark~1metadata/behavior',
    ]);
  });

  test('warns that schemas of Zod 3 are not checked, and lists them all the same', async () => {
    const server = new ServerV1(INFO);
    const codes: string[] = [];
    const warn = ({ code }: Finding): void => void codes.push(code);
    const inputSchema = { path: z3.string().describe('Path of the file.') };
    registerTool(
      server,
      'delete_file',
      { description: DESCRIPTION, inputSchema, metadata: DELETES, warn },
      ({ path }) => ({
        content: [{ type: 'text', text: path satisfies string }],
      }),
    );
    expect(codes).toEqual(['author.unchecked-schema']);
    const { client, tools } = await listV1(server);
    expect(tools).toMatchObject([{ inputSchema: { properties: { path: { type: 'string' } } } }]);
    await client.close();
  });
});

test('the same call registers the same tool on version 2', async () => {
  const server = new ServerV2(INFO);
  const inputSchema = z.object(SHAPE);
  registerTool(
    server,
    'delete_file',
    { description: DESCRIPTION, inputSchema, metadata: DELETES },
    ({ path }, context) => ({
      content: [{ type: 'text', text: `${path satisfies string} ${context.mcpReq.id}` }],
    }),
  );
  const [near, far] = TransportV2.createLinkedPair();
  const client = new ClientV2({ name: 'test', version: '1.0.0' });
  await Promise.all([server.connect(far), client.connect(near)]);
  expect((await client.listTools()).tools).toMatchObject([
    { name: 'delete_file', annotations: { destructiveHint: true }, _meta: { [METADATA_KEY]: DELETES } },
  ]);
  await client.close();
});

describe('what does not compile', () => {
  test('a misspelt domain, operation or flag; domains from elsewhere are strings', () => {
    // @ts-expect-error: it is spelled calendar.
    const domain: ToolMetadata = { classification: { service_domains: ['calender'] } };
    // @ts-expect-error: it is spelled delete.
    const operation: ToolMetadata = { behavior: { operations: ['remove'] } };
    // @ts-expect-error: it is spelled read_only.
    const flag: ToolMetadata = { behavior: { readonly: true } };
    const elsewhere: ToolMetadata<string> = { classification: { service_domains: ['quantum_toasters'] } };
    expect([domain, operation, flag, elsewhere]).toHaveLength(4);
  });
});

test.each<[missing: string, metadata: ToolMetadata]>([
  ['read_only, destructive, idempotent, open_world', { classification: { service_domains: ['email'] } }],
  ['idempotent', { behavior: { operations: ['create'], read_only: false, destructive: false, open_world: true } }],
])('warns when these flags are not declared: %s', (missing, metadata) => {
  const warnings: Finding[] = [];
  const warn = (finding: Finding): void => void warnings.push(finding);
  const config = { description: 'Sends a mail.', metadata, warn };
  registerTool(new ServerV1(INFO), 'send_mail', config, () => ({ content: [] }));
  expect(warnings.map(({ code, severity, message }) => [code, severity, message])).toContainEqual([
    'metadata.flags-undeclared',
    'warning',
    `Not declared: ${missing}. Clients assume the worst.`,
  ]);
});
