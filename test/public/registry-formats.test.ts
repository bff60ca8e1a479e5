import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  jcs,
  type McpTool,
  readJson,
  recognise,
  toolDigest,
  validate,
} from '@toolmark/core';
import {
  convert,
  type Loss,
  normalEntry,
  normalForm,
  parseServerJson,
  parseToolhiveEntry,
  toolsOfServer,
} from '@toolmark/core/formats';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { describeShared, SHARED } from '../shared.ts';

const NOW = new Date('2026-11-15T12:00:00Z');

/** What the callers of ToolHive's own converters pass beside the entry. */
const NAMES: Readonly<Record<string, string>> = {
  'toolhive-core.fixture.image_to_server.input_github.json': 'github',
  'toolhive-core.fixture.remote_to_server.input_example.json': 'example-remote',
};

describeShared('real entries of registries', 'corpus/servers', root => {
  const files = readdirSync(root).sort();
  const read = (file: string): JsonObject => readJson(readFileSync(path.join(root, file))) as JsonObject;
  const there = (file: string) => {
    const name = NAMES[file];
    const to = recognise(read(file)) === 'server-json' ? 'toolhive' : 'upstream';
    return convert(read(file), { to, ...(name === undefined ? {} : { name }) });
  };

  test('all ten are there', () => {
    expect(files).toHaveLength(10);
  });

  test.each(files)('%s is valid', file => {
    expect(validate(readFileSync(path.join(root, file)), { now: NOW })).toMatchObject({ valid: true });
  });

  test.each(files)('%s comes back from the other format equal, or each difference is in the loss report', file => {
    const first = there(file);
    const back = convert(first.result, { to: first.from });
    expect(back.losses).toEqual([]);
    const named = NAMES[file] === undefined ? {} : { name: NAMES[file] };
    expect(normalEntry(back.result as JsonObject)).toEqual(
      normalEntry(without({ ...named, ...read(file) }, first.losses)),
    );
  });

  test.each(files)('%s keeps its tools: each definition, hint and digest', file => {
    const first = there(file);
    const back = convert(first.result, { to: first.from });
    const tools = toolsIn(read(file));
    for (const entry of [first.result, back.result]) {
      expect(toolsIn(entry)).toEqual(tools);
      expect(toolsIn(entry).map(toolDigest)).toEqual(tools.map(toolDigest));
    }
    if (tools.length > 0) expect(convert(read(file), { to: 'mcp' }).result).toEqual({ tools });
    else expect(() => convert(read(file), { to: 'mcp' })).toThrow('without definitions');
  });

  test.each([
    ['image_to_server.input_github', 'image_to_server.expected_github'],
    ['remote_to_server.input_example', 'remote_to_server.expected_example'],
    ['server_to_image.input_github', 'server_to_image.expected_github'],
    ['server_to_remote.input_example', 'server_to_remote.expected_example'],
  ])("%s gives what ToolHive's own converter gives", (input, expected) => {
    const fixture = (name: string): string => `toolhive-core.fixture.${name}.json`;
    const { result } = there(fixture(input));
    expect(normalEntry(result as JsonObject)).toEqual(normalEntry(read(fixture(expected))));
    expect(toolsIn(result).map(normalForm)).toEqual(toolsIn(read(fixture(expected))).map(normalForm));
  });

  test('the official limit leaves a digest in the place of definitions', () => {
    const { result, losses } = convert(read('toolhive-catalog.context7.server.json'), {
      to: 'upstream',
      maxExtensionBytes: 4096,
      definitionsUrl: 'https://example.com/context7.json',
    });
    const provided = '/_meta/io.modelcontextprotocol.registry~1publisher-provided/io.github.stacklok/';
    const key = 'ghcr.io~1stacklok~1dockyard~1npx~1context7:4.1.1';
    expect(losses.map(({ pointer }) => pointer)).toEqual([`${provided}${key}/tool_definitions`]);
    expect(parseServerJson(result, { maxExtensionBytes: 4096 }).findings).toEqual([]);
    expect(toolsIn(result)).toEqual([]);
    expect(jcs(result)).toContain(
      '"dev.toolmark":{"ghcr.io/stacklok/dockyard/npx/context7:4.1.1":{"surfaceDigest":"sha256:',
    );
  });
});

describeShared('the published schemas', 'vectors/public/server-json', root => {
  const corpus = path.join(SHARED, 'corpus/servers');
  const files = readdirSync(corpus).sort();
  const serverSchema = compile(
    new Ajv({ strict: false, allErrors: true }),
    path.join(root, '2025-12-11/server.schema.json'),
  );
  const entry = (file: string): Json => readJson(readFileSync(path.join(corpus, file)));

  describe.each(files)('%s', file => {
    test('as server.json fits the schema of 2025-12-11, and its extension the shape of ToolHive', () => {
      const name = NAMES[file];
      const first = convert(entry(file), { to: 'toolhive', ...(name === undefined ? {} : { name }) });
      const { result } = convert(first.result, { to: 'upstream', ...(name === undefined ? {} : { name }) });
      expect(problems(serverSchema, result)).toEqual([]);
      expect(problems(extensionSchema(), extensionIn(result))).toEqual([]);
    });

    test.each(['2025-11-25', '2026-07-28'])('as list of tools fits the schema of MCP %s', version => {
      const schema = mcpToolSchema(version);
      // An entry that only names its tools has no list to check.
      if (toolsIn(entry(file)).length === 0) return;
      const { result } = convert(entry(file), { to: 'mcp' });
      for (const tool of (result as { tools: Json[] }).tools) expect(problems(schema, tool)).toEqual([]);
    });
  });
});

/** The tools of an entry in either format. */
function toolsIn(entry: Json): McpTool[] {
  if (recognise(entry) === 'server-json')
    return toolsOfServer(parseServerJson(entry).server).map(({ definition }) => definition);
  return (parseToolhiveEntry(entry).entry.tool_definitions ?? []) as unknown as McpTool[];
}

/** A copy without the values that were lost. */
function without(value: JsonObject, losses: readonly Loss[]): JsonObject {
  const copy = structuredClone(value) as Record<string, Json>;
  for (const { pointer } of losses) {
    const keys = pointer
      .split('/')
      .slice(1)
      .map(key => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = keys.pop() ?? '';
    let holder = copy;
    for (const key of keys) holder = holder[key] as Record<string, Json>;
    delete holder[last];
  }
  return copy;
}

function compile(ajv: Ajv | Ajv2020, file: string): ValidateFunction {
  addFormats.default(ajv);
  return ajv.compile(JSON.parse(readFileSync(file, 'utf8')));
}

function mcpToolSchema(version: string): ValidateFunction {
  const schema = JSON.parse(readFileSync(path.join(SHARED, `vectors/public/mcp/schema-${version}.json`), 'utf8'));
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile({ ...schema, $ref: '#/$defs/Tool' });
}

/** ToolHive's schema in our words: closed, with the patterns of names and tags. */
function extensionSchema(): ValidateFunction {
  const texts = { type: 'array', items: { type: 'string' } };
  return new Ajv({ strict: false, allErrors: true }).compile({
    type: 'object',
    required: ['status'],
    additionalProperties: false,
    properties: {
      status: { enum: ['active', 'deprecated', 'Active', 'Deprecated'] },
      tier: { enum: ['Official', 'Community'] },
      tools: { type: 'array', uniqueItems: true, items: { type: 'string', pattern: '^[\\w-]+$' } },
      tags: { type: 'array', uniqueItems: true, items: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]*[a-z0-9]$' } },
      overview: { type: 'string' },
      metadata: {
        type: 'object',
        additionalProperties: false,
        properties: { stars: { type: 'number' }, last_updated: { type: 'string' }, kubernetes: { type: 'object' } },
      },
      custom_metadata: { type: 'object' },
      proxy_port: { type: 'integer', minimum: 1, maximum: 65535 },
      stateless: { type: 'boolean' },
      tool_definitions: { type: 'array', items: { type: 'object', required: ['name'] } },
      permissions: { type: 'object' },
      args: texts,
      provenance: { type: 'object' },
      docker_tags: texts,
      oauth_config: { type: 'object' },
      env_vars: { type: 'array', items: { type: 'object' } },
    },
  });
}

function extensionIn(server: Json): Json {
  const meta = isJsonObject(server) ? (server._meta as JsonObject) : {};
  const provided = meta['io.modelcontextprotocol.registry/publisher-provided'] as JsonObject;
  const [extension] = Object.values(provided['io.github.stacklok'] as JsonObject);
  return extension ?? null;
}

function problems(check: ValidateFunction, value: unknown): unknown[] {
  return check(value) ? [] : [...(check.errors ?? [])];
}
