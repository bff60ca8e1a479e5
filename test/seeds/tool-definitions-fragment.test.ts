import { type Json, type JsonObject, METADATA_KEY, validate } from '@toolmark/core';
import { convert } from '@toolmark/core/formats';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { formatEntry } from '../../packages/cli/src/sources/entry-file.ts';

const IMAGE = 'ghcr.io/acme/weather:1.0.0';

/** The extension of the high-level design of RFC-0015, as printed. */
const EXTENSION = {
  status: 'active',
  tier: 'Official',
  tools: ['get_weather', 'search_location'],
  tool_definitions: [
    {
      name: 'get_weather',
      title: 'Weather Information',
      description: 'Get current weather for a location',
      inputSchema: {
        type: 'object',
        properties: { location: { type: 'string', description: 'City name or coordinates' } },
        required: ['location'],
      },
      outputSchema: {
        type: 'object',
        properties: { temperature: { type: 'number' }, conditions: { type: 'string' } },
      },
      annotations: { readOnly: true },
    },
  ],
};

function printed(key: string, extension: JsonObject = EXTENSION): JsonObject {
  return { meta: { publisher_provided: { 'io.github.stacklok': { [key]: extension } } } };
}

function server(extension: JsonObject = EXTENSION): JsonObject {
  const packages = [{ registryType: 'oci', identifier: IMAGE, transport: { type: 'stdio' } }];
  const naming = { name: 'io.github.acme/weather', description: 'Weather.', version: '1.0.0' };
  return { ...naming, packages, ...printed(IMAGE, extension) };
}

function extensionIn(upstream: Json): Json {
  const { _meta } = upstream as { _meta: Record<string, Record<string, Record<string, Json>>> };
  return _meta['io.modelcontextprotocol.registry/publisher-provided']?.['io.github.stacklok']?.[IMAGE] ?? null;
}

function isValid(value: Json): boolean {
  return validate(Buffer.from(JSON.stringify(value)), { now: new Date(0) }).valid;
}

describe('the printed example alone, without an entry around it', () => {
  test.each(['<image_or_url>', IMAGE, 'https://weather.example/mcp'])('under the key %s becomes a tool list', key => {
    const { result } = convert(printed(key), { to: 'mcp' });
    const [definition] = EXTENSION.tool_definitions;
    expect(result).toEqual({ tools: [{ ...definition, annotations: { readOnlyHint: true } }] });
  });

  test('is the same again after ToolHive and back', () => {
    const entry = convert(printed(IMAGE), { to: 'toolhive', name: 'weather', description: 'Weather.' }).result;
    expect(entry).toMatchObject({ name: 'io.github.stacklok/weather', image: IMAGE, ...EXTENSION });
    expect(extensionIn(convert(entry, { to: 'upstream' }).result)).toEqual(EXTENSION);
  });

  test('with the URL of a remote as its key is an entry for that remote', () => {
    const { result, warnings } = convert(printed('https://weather.example/mcp'), { to: 'toolhive' });
    expect(result).toMatchObject({ name: 'io.github.stacklok/weather.example', url: 'https://weather.example/mcp' });
    expect(warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['convert.name-derived', 'convert.description-made']),
    );
  });

  test('is refused with two keys: none of them says which the entry is', () => {
    const { meta } = printed(IMAGE) as { meta: { publisher_provided: Record<string, JsonObject> } };
    const two = { ...meta.publisher_provided['io.github.stacklok'], other: EXTENSION };
    const value = { meta: { publisher_provided: { 'io.github.stacklok': two } } };
    expect(() => convert(value, { to: 'mcp' })).toThrow(/not a server\.json/);
  });
});

test('data that is read as printed is written where registries read it', () => {
  const { result, losses } = convert(server(), { to: 'upstream' });
  expect(extensionIn(result)).toEqual(EXTENSION);
  expect(result).not.toHaveProperty('meta');
  expect(losses).toEqual([]);
});

test('a definition needs a name and nothing else', () => {
  expect(isValid(server({ tools: ['get_weather'], tool_definitions: [{ name: 'get_weather' }] }))).toBe(true);
  expect(isValid(server({ tool_definitions: [{ title: 'Weather' }] }))).toBe(false);
  expect(isValid(server({ tool_definitions: [{ name: 'a', inputSchema: { type: 'string' } }] }))).toBe(false);
});

test('an entry with names only survives conversion to ToolHive and back, and does not become an empty tool list', () => {
  const names = { status: 'active', tools: ['get_weather', 'search_location'] };
  expect(extensionIn(convert(convert(server(names), { to: 'toolhive' }).result, { to: 'upstream' }).result)).toEqual(
    names,
  );
  expect(() => convert(server(names), { to: 'mcp' })).toThrow(/names 2 tools without definitions/);
});

test('a hint under the name of the RFC that says the opposite of the metadata is an error', () => {
  const _meta = { [METADATA_KEY]: { behavior: { read_only: false } } };
  const tool = { name: 'a', description: 'Weather now.', inputSchema: { type: 'object' }, _meta };
  const { findings } = validate(Buffer.from(JSON.stringify({ ...tool, annotations: { readOnly: true } })), {
    now: new Date(0),
  });
  expect(findings.map(({ code }) => code)).toContain('metadata.hint-mismatch');
});

test('YAML output escapes what JSON output escapes, and says the same', () => {
  const value = { name: 'a\u202eb', '\u200bkey': 'line\nline', on: 'yes', version: '1.0' };
  const text = formatEntry(value, 'x.yaml');
  expect(text).not.toMatch(/[\u202e\u200b]/);
  expect(parse(text)).toEqual(value);
  expect(formatEntry({ name: 'weather' }, 'x.yaml')).toBe('name: weather\n');
});
