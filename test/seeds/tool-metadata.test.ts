import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { compilePolicy, decide, parsePolicy, parseSnapshot, pin, type ToolMetadata, validate } from '@toolmark/core';
import { OPERATIONS, SERVICE_DOMAINS } from '@toolmark/core/formats';
import { describeTool, registerTool } from '@toolmark/mcp/author';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

describe('a tool with metadata', () => {
  test('send_slack_message registers with its metadata and shows four hints to clients', async () => {
    const server = new McpServer({ name: 'slack', version: '1.0.0' });
    registerTool(
      server,
      'send_slack_message',
      {
        description: 'Send a message to a Slack channel.',
        inputSchema: z.object({
          channel: z.string().describe('The channel to send the message to'),
          message: z.string().describe('The message text'),
        }),
        metadata: {
          classification: { service_domains: ['messaging'] },
          behavior: {
            operations: ['create'],
            read_only: false,
            destructive: false,
            idempotent: false,
            open_world: true,
          },
        },
      },
      async ({ channel }) => ({ content: [{ type: 'text', text: `sent to ${channel}` }] }),
    );
    const [near, far] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: 'test', version: '1.0.0' });
    await Promise.all([server.connect(far), client.connect(near)]);
    const { tools } = await client.listTools();
    await client.close();
    expect(tools[0]).toMatchObject({
      name: 'send_slack_message',
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
      _meta: { 'dev.toolmark/metadata': { classification: { service_domains: ['messaging'] } } },
    });
  });

  test('extras are any keys and values, and are published as they are', () => {
    const { _meta } = describeTool({ extras: { idp: 'entraID', requires_mfa: true } });
    expect(_meta).toEqual({ 'dev.toolmark/metadata': { extras: { idp: 'entraID', requires_mfa: true } } });
  });

  test('each axis is optional', () => {
    expect(() => describeTool({ classification: { service_domains: ['crm'] } })).not.toThrow();
    expect(() => describeTool({ behavior: { read_only: true, open_world: false } })).not.toThrow();
    expect(() => describeTool({})).not.toThrow();
  });
});

describe('the vocabulary', () => {
  test('has the 24 service domains of the source, and more', () => {
    expect(SERVICE_DOMAINS).toEqual(
      expect.arrayContaining([
        ...['calendar', 'cloud_storage', 'code_sandbox', 'crm', 'customer_support', 'design', 'documents', 'ecommerce'],
        ...['email', 'financial_data', 'geospatial', 'incident_management', 'messaging', 'music_streaming', 'payments'],
        ...['presentations', 'project_management', 'social_media', 'source_code', 'spreadsheets', 'travel'],
        ...['video_conferencing', 'video_hosting', 'web_scraping'],
      ]),
    );
  });

  test('has the five operations, and several at a time are valid', () => {
    expect([...OPERATIONS].sort()).toEqual(['create', 'delete', 'opaque', 'read', 'update']);
    for (const operations of [['create', 'update'] as const, ['read', 'create'] as const]) {
      const behavior = { operations, read_only: false, destructive: false, idempotent: false, open_world: true };
      expect(() => describeTool({ behavior })).not.toThrow();
    }
  });

  test.each([
    ['read_only', 'readOnlyHint'],
    ['destructive', 'destructiveHint'],
    ['idempotent', 'idempotentHint'],
    ['open_world', 'openWorldHint'],
  ] as const)('%s becomes %s', (flag, hint) => {
    for (const value of [true, false]) {
      const { annotations } = describeTool({ behavior: { [flag]: value } });
      expect(annotations).toEqual({ [hint]: value });
    }
  });
});

describe('the table of contradictions', () => {
  test.each<[condition: string, metadata: ToolMetadata, code: string]>([
    ...(['create', 'update', 'delete'] as const).map((operation): [string, ToolMetadata, string] => [
      `${operation} with read_only`,
      { behavior: { operations: [operation], read_only: true } },
      'metadata.mutating-read-only',
    ]),
    ['opaque with read_only', { behavior: { operations: ['opaque'], read_only: true } }, 'metadata.opaque-read-only'],
    [
      'delete without destructive',
      { behavior: { operations: ['delete'], destructive: false } },
      'metadata.delete-not-destructive',
    ],
    [
      'a service domain without open_world',
      { classification: { service_domains: ['email'] }, behavior: { open_world: false } },
      'metadata.domain-closed-world',
    ],
  ])('%s is refused when the server starts', (_condition, metadata, code) => {
    expect(() => describeTool(metadata)).toThrow(code);
    const { valid, findings } = validateTool(metadata);
    expect([valid, findings.map(finding => finding.code)]).toEqual([false, expect.arrayContaining([code])]);
    // strict: false bypasses it, and says so.
    const warned: string[] = [];
    describeTool({ ...metadata, strict: false }, { warn: finding => void warned.push(finding.code) });
    expect(warned).toContain(code);
  });
});

describe('policy engines', () => {
  const APPROVE = { match: { operations: ['delete'] }, decision: 'ask', reason: 'A person approves deletions.' };
  const READ_ONLY = { match: { readOnly: false }, decision: 'deny', reason: 'This gateway only reads.' };
  const DELETE: ToolMetadata = { behavior: { operations: ['delete'], read_only: false, destructive: true } };
  const READ: ToolMetadata = { behavior: { operations: ['read'], read_only: true } };

  test.each<[rule: object, metadata: ToolMetadata, decision: string]>([
    [APPROVE, DELETE, 'ask'],
    [APPROVE, READ, 'allow'],
    [READ_ONLY, DELETE, 'deny'],
    [READ_ONLY, READ, 'allow'],
  ])('%j about %j: %s', (rule, metadata, expected) => {
    const policy = compilePolicy(parsePolicy({ version: 1, rules: [rule] }));
    const { tools } = pin(parseSnapshot({ tools: [toolWith(metadata)] }));
    const call = { server: 'crm', tool: 'example_tool', arguments: {} };
    expect(decide(call, tools.get('example_tool'), policy).decision).toBe(expected);
  });
});

function validateTool(metadata: ToolMetadata) {
  return validate(Buffer.from(JSON.stringify(toolWith(metadata))), { now: new Date(0) });
}

function toolWith(metadata: ToolMetadata) {
  return {
    name: 'example_tool',
    description: 'Does one thing to one resource.',
    inputSchema: { type: 'object' },
    ...describeTool(metadata, { strict: false, warn: () => {} }),
  };
}
