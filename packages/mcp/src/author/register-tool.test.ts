import { fromJsonSchema, McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { type Finding, METADATA_KEY, type ToolMetadata } from '@toolmark/core';
import { describe, expect, test } from 'vitest';
import { placesOf, refusalOf } from '../../../../test/refusal.ts';
import { registerTool, type ToolConfig } from './register-tool.ts';

const DELETES: ToolMetadata = {
  classification: { service_domains: ['cloud_storage'] },
  behavior: { operations: ['delete'], read_only: false, destructive: true, idempotent: true, open_world: true },
  extras: { requires_mfa: true },
};
const BY_PATH = fromJsonSchema<{ path: string }>({
  type: 'object',
  properties: { path: { type: 'string', description: 'Path of the file.' } },
  required: ['path'],
});
const FLAGS = { read_only: true, idempotent: true, open_world: false, destructive: false };

type Config = ToolConfig<StandardSchemaWithJSON | undefined>;

function register(name: string, config: Partial<Config>) {
  const warnings: Finding[] = [];
  const server = new McpServer({ name: 'files', version: '1.0.0' });
  const description = 'Deletes a file for good.';
  const whole = { metadata: DELETES, description, inputSchema: BY_PATH, warn: note, ...config };
  function note(finding: Finding): void {
    warnings.push(finding);
  }
  const registered = registerTool(server, name, whole, () => ({ content: [] }));
  return { registered, codes: warnings.map(({ code }) => code) };
}

describe('an invalid tool is not registered', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  test.each<[string, string, Partial<Config>, string[]]>([
    [
      'metadata that contradicts itself',
      'delete_file',
      { metadata: { behavior: { operations: ['delete'], destructive: false, read_only: true } } },
      [
        'metadata.delete-not-destructive /_meta/dev.toolmark~1metadata/behavior',
        'metadata.mutating-read-only /_meta/dev.toolmark~1metadata/behavior',
      ],
    ],
    [
      'a second metadata',
      'delete_file',
      { _meta: { [METADATA_KEY]: { behavior: { read_only: true } } } },
      ['author.second-metadata /_meta/dev.toolmark~1metadata'],
    ],
    [
      'flags that cannot both be meant',
      'list_files',
      { metadata: { behavior: { read_only: true, destructive: true, idempotent: true, open_world: false } } },
      ['metadata.read-only-destructive /_meta/dev.toolmark~1metadata/behavior'],
    ],
    [
      'hints by hand that cannot both be meant',
      'list_files',
      { metadata: {}, annotations: { readOnlyHint: true, destructiveHint: true } },
      ['metadata.read-only-destructive /_meta/dev.toolmark~1metadata/behavior'],
    ],
    [
      'a flag and a hint that cannot both be meant',
      'list_files',
      { metadata: { behavior: { read_only: true } }, annotations: { destructiveHint: true } },
      ['metadata.read-only-destructive /_meta/dev.toolmark~1metadata/behavior'],
    ],
    ['_meta that is a text', 'delete_file', { _meta: 'x' as never }, ['schema.type /_meta']],
    ['annotations that are a text', 'delete_file', { annotations: 'x' as never }, ['schema.type /annotations']],
    [
      'a hint that says the opposite',
      'delete_file',
      { annotations: { destructiveHint: false } },
      ['metadata.hint-mismatch /annotations/destructiveHint'],
    ],
    [
      'a description with hidden characters',
      'delete_file',
      { description: 'Deletes a file.\u202e' },
      ['semantic.hidden-characters /description'],
    ],
    [
      'a required parameter that is not described',
      'delete_file',
      { inputSchema: fromJsonSchema({ type: 'object', properties: {}, required: ['path'] }) },
      ['semantic.parameter-required /inputSchema/required/0'],
    ],
    [
      'a schema that cannot be written',
      'delete_file',
      { inputSchema: unwritable() },
      ['author.unwritable-schema /inputSchema'],
    ],
    ['an empty name', '', {}, ['schema.length /name']],
    ['_meta that is not JSON', 'delete_file', { _meta: circle }, ['author.not-json /_meta/self']],
  ])('%s', (_, name, config, places) => {
    const refusal = refusalOf(() => register(name, config));
    expect(refusal.code).toBe('author.invalid-tool');
    expect(placesOf(refusal)).toEqual(places);
    for (const { code } of refusal.findings) expect(refusal.message).toContain(code);
  });

  test.each<[string, unknown]>([
    ['an unknown operation', { behavior: { operations: ['destroy'] } }],
    ['a flag that is not a boolean', { behavior: { read_only: 'yes' } }],
    ['an unknown member', { behaviour: {} }],
    ['a date in the extras', { extras: { since: new Date(0) } }],
    ['nothing', undefined],
  ])('metadata with %s is refused, strict or not', (_, metadata) => {
    const config = { metadata: metadata as ToolMetadata, strict: false };
    expect(refusalOf(() => register('delete_file', config))).toMatchObject({ code: 'author.invalid-tool' });
  });
});

test.each([5, null, undefined, {}])('the name %j is refused with a code, strict or not', name => {
  const refusal = refusalOf(() => register(name as unknown as string, { strict: false }));
  expect([refusal.code, ...placesOf(refusal)]).toEqual(['author.invalid-tool', 'schema.type /name']);
});

test.each([5, null, undefined])('%j in place of a description is refused with a code', config => {
  const server = { registerTool: (): { handler: () => object } => expect.fail('It was registered.') };
  const refusal = refusalOf(() => registerTool(server, 'a', config as unknown as ToolConfig<undefined>, () => OK));
  expect([refusal.code, ...placesOf(refusal)]).toEqual(['author.invalid-tool', 'schema.type ']);
});

const OK = { content: [] };

function unwritable(): StandardSchemaWithJSON {
  const { '~standard': standard } = fromJsonSchema({ type: 'object' });
  const refuse = (): never => {
    throw new Error('a type without a form in JSON Schema');
  };
  return { '~standard': { ...standard, jsonSchema: { input: refuse, output: refuse } } };
}

test('a name with hidden characters is refused', () => {
  const refusal = refusalOf(() => register('delete_file\u{e0041}', {}));
  expect(refusal.findings.map(({ code }) => code)).toContain('author.hidden-name');
});

describe('what is registered', () => {
  test('has hints and _meta from the metadata', () => {
    const { registered, codes } = register('delete_file', { title: 'Delete', annotations: { title: 'Delete' } });
    expect(codes).toEqual([]);
    expect(registered).toMatchObject({
      title: 'Delete',
      description: 'Deletes a file for good.',
      inputSchema: BY_PATH,
    });
    expect(registered.annotations).toEqual({
      title: 'Delete',
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
      openWorldHint: true,
    });
    expect(registered._meta).toEqual({ [METADATA_KEY]: DELETES });
  });

  test('keeps the _meta of the author', () => {
    const { registered } = register('delete_file', { _meta: { 'example.org/team': 'sky' } });
    expect(registered._meta).toEqual({ 'example.org/team': 'sky', [METADATA_KEY]: DELETES });
  });

  test('has no _meta when the flags are all there is to say', () => {
    const { registered } = register('add', { description: 'Adds two numbers.', metadata: { behavior: FLAGS } });
    expect(registered._meta).toBeUndefined();
    expect(registered.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
  });

  test('may have warnings', () => {
    expect(register('delete_file', { description: '' }).codes).toEqual(['semantic.description-missing']);
  });

  test('may contradict itself with strict: false', () => {
    const metadata: ToolMetadata = { behavior: { operations: ['delete'], destructive: false } };
    const { registered, codes } = register('trash', { metadata, strict: false });
    expect(codes).toContain('metadata.delete-not-destructive');
    expect(registered.annotations).toEqual({ destructiveHint: false });
  });

  test('may contradict itself with strict: false in the metadata', () => {
    const metadata: ToolMetadata = { strict: false, behavior: { operations: ['delete'], destructive: false } };
    const { registered, codes } = register('trash', { metadata });
    expect(codes).toContain('metadata.delete-not-destructive');
    expect(registered._meta).toEqual({ [METADATA_KEY]: metadata });
  });
});

test('the handler of a tool with a schema gets typed arguments, and one without gets none', () => {
  const server = new McpServer({ name: 'files', version: '1.0.0' });
  const metadata = { behavior: FLAGS };
  registerTool(server, 'stat', { metadata, description: 'Shows one file.', inputSchema: BY_PATH }, ({ path }) => ({
    content: [{ type: 'text', text: path satisfies string }],
  }));
  registerTool(server, 'list', { metadata, description: 'Lists all files.' }, context => ({
    content: [{ type: 'text', text: String(context.mcpReq.id) }],
  }));
  const again = { metadata, description: 'Lists all files.', warn: () => {} };
  expect(() => registerTool(server, 'list', again, () => ({ content: [] }))).toThrow('already registered');
});
