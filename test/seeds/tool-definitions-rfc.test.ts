import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonObject } from '@toolmark/core';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runToolmark } from '../run-toolmark.ts';

const IMAGE = 'ghcr.io/acme/weather:1.0.0';

/** The definition that the RFC prints. */
const GET_WEATHER = {
  name: 'get_weather',
  title: 'Weather Information',
  description: 'Get current weather for a location',
  inputSchema: {
    type: 'object',
    properties: { location: { type: 'string', description: 'City name or coordinates' } },
    required: ['location'],
  },
  outputSchema: { type: 'object', properties: { temperature: { type: 'number' }, conditions: { type: 'string' } } },
  annotations: { readOnly: true },
};

/** The extension that the RFC prints. */
const EXTENSION = {
  status: 'active',
  tier: 'Official',
  tools: ['get_weather', 'search_location'],
  tool_definitions: [GET_WEATHER],
};

const ENTRY = {
  name: 'io.github.acme/weather',
  description: 'Weather of any place.',
  version: '1.0.0',
  packages: [{ registryType: 'oci', identifier: IMAGE, transport: { type: 'stdio' } }],
  meta: { publisher_provided: { 'io.github.stacklok': { [IMAGE]: EXTENSION } } },
};

const TOOLHIVE = {
  name: 'weather',
  description: 'Weather of any place.',
  image: IMAGE,
  transport: 'stdio',
  ...EXTENSION,
};

const scratch = mkdtempSync(path.join(tmpdir(), 'toolmark-rfc-'));
afterAll(() => rmSync(scratch, { recursive: true }));

async function run(files: Readonly<Record<string, unknown>>, ...args: string[]) {
  for (const [name, value] of Object.entries(files)) {
    writeFileSync(path.join(scratch, name), typeof value === 'string' ? value : JSON.stringify(value));
  }
  return await runToolmark(args, { cwd: scratch });
}

async function convert(entry: unknown, to: string, ...more: string[]) {
  const { exit, stdout, stderr } = await run({ 'in.json': entry }, 'convert', 'in.json', '--to', to, ...more);
  return { exit, stderr, result: stdout === '' ? undefined : (JSON.parse(stdout) as JsonObject) };
}

describe('the extension as the RFC prints it', () => {
  test('under meta.publisher_provided is validated', async () => {
    const { exit, stdout, stderr } = await run({ 'entry.json': ENTRY }, 'validate', 'entry.json');
    expect([exit, stderr]).toEqual([0, '']);
    expect(stdout).toContain('valid');
  });

  test('becomes an entry of ToolHive with its definitions and hints as written', async () => {
    const { exit, result } = await convert(ENTRY, 'toolhive');
    expect(exit).toBe(0);
    expect(result).toMatchObject({ tools: EXTENSION.tools, tool_definitions: [GET_WEATHER] });
  });

  test('comes back from ToolHive with its definitions and hints as written', async () => {
    const { exit, result } = await convert(TOOLHIVE, 'upstream', '--name', ENTRY.name);
    expect(exit).toBe(0);
    expect(JSON.stringify(result)).toContain(JSON.stringify(GET_WEATHER));
  });

  test('its hint names become MCP hints for MCP clients, with a note', async () => {
    const { exit, stderr, result } = await convert(ENTRY, 'mcp');
    expect(exit).toBe(0);
    expect(result).toMatchObject({ tools: [{ name: 'get_weather', annotations: { readOnlyHint: true } }] });
    expect(stderr).toContain('readOnly');
  });
});

describe('the table of tool definition fields', () => {
  test.each(['title', 'description', 'inputSchema', 'outputSchema', 'annotations'])('%s may be absent', async field => {
    const { [field as 'title']: _left, ...definition } = GET_WEATHER;
    const entry = { ...TOOLHIVE, tool_definitions: [definition] };
    const { exit, result } = await convert(entry, 'upstream', '--name', ENTRY.name);
    expect(exit).toBe(0);
    expect(JSON.stringify(result)).toContain(JSON.stringify(definition));
  });

  test('name is required', async () => {
    const { name: _left, ...definition } = GET_WEATHER;
    const { exit } = await run({ 'bad.json': { ...TOOLHIVE, tool_definitions: [definition] } }, 'validate', 'bad.json');
    expect(exit).toBe(1);
  });
});

describe('the table of annotations', () => {
  test.each([
    ['readOnly', 'readOnlyHint'],
    ['destructive', 'destructiveHint'],
    ['idempotent', 'idempotentHint'],
    ['openWorld', 'openWorldHint'],
  ])('%s counts as %s', async (name, hint) => {
    for (const value of [true, false]) {
      const entry = { ...TOOLHIVE, tool_definitions: [{ ...GET_WEATHER, annotations: { [name]: value } }] };
      const { result } = await convert(entry, 'mcp');
      expect(result).toMatchObject({ tools: [{ annotations: { [hint]: value } }] });
    }
  });
});

describe('compatibility', () => {
  test('an entry with tools alone is valid and keeps its names', async () => {
    const { tool_definitions: _left, ...entry } = TOOLHIVE;
    expect((await run({ 'names.json': entry }, 'validate', 'names.json')).exit).toBe(0);
    const { exit, result } = await convert(entry, 'upstream', '--name', ENTRY.name);
    expect(exit).toBe(0);
    expect(JSON.stringify(result)).toContain(JSON.stringify(EXTENSION.tools));
  });

  test('tools that do not match the definitions are reported', async () => {
    const { stdout } = await run({ 'entry.json': TOOLHIVE }, 'validate', 'entry.json', '--verbose');
    expect(stdout).toContain('search_location');
  });

  test('definitions under a key that fits no package do not vanish with exit 0', async () => {
    const provided = { 'io.github.stacklok': { 'ghcr.io/other/image:2.0.0': EXTENSION } };
    for (const to of ['toolhive', 'mcp']) {
      const { exit, stderr } = await convert({ ...ENTRY, meta: { publisher_provided: provided } }, to);
      expect([exit, stderr]).toEqual([2, expect.stringContaining('[convert.extension-key]')]);
    }
  });

  test('publisher-provided data in both places is refused', async () => {
    const _meta = { 'io.modelcontextprotocol.registry/publisher-provided': { 'io.github.stacklok': {} } };
    const { exit, stdout } = await run({ 'twice.json': { ...ENTRY, _meta } }, 'validate', 'twice.json');
    expect([exit, stdout]).toEqual([1, expect.stringContaining('server.provided-twice')]);
  });

  test('YAML is read and written', async () => {
    const { exit } = await run({ 'in.json': ENTRY }, 'convert', 'in.json', '--to', 'toolhive', '-o', 'out.yaml');
    expect(exit).toBe(0);
    const written = readFileSync(path.join(scratch, 'out.yaml'), 'utf8');
    expect(written.startsWith('{')).toBe(false);
    expect(parse(written)).toMatchObject({ tool_definitions: [GET_WEATHER] });
    expect((await run({}, 'validate', 'out.yaml')).exit).toBe(0);
  });
});

describe('input validation', () => {
  test('an invalid JSON Schema is an error', async () => {
    const entry = { ...TOOLHIVE, tool_definitions: [{ ...GET_WEATHER, inputSchema: { type: 'objekt' } }] };
    expect((await run({ 'bad.json': entry }, 'validate', 'bad.json')).exit).toBe(1);
  });

  test('an invalid name is reported', async () => {
    const entry = { ...TOOLHIVE, tool_definitions: [{ ...GET_WEATHER, name: 'get weather; rm -rf' }] };
    expect((await run({ 'bad.json': entry }, 'validate', 'bad.json')).stdout).toContain('semantic.tool-name');
  });

  test('a description that steers a terminal is shown inert', async () => {
    const entry = { ...TOOLHIVE, tool_definitions: [{ ...GET_WEATHER, description: 'Weather\u001b[2J\u202e' }] };
    const { stdout } = await run({ 'bad.json': entry }, 'validate', 'bad.json', '--verbose');
    expect(stdout).not.toMatch(/\u001b\[2J|\u202e/);
  });

  test('definitions beyond the size limit leave a digest, and the command says so', async () => {
    const entry = { ...TOOLHIVE, tool_definitions: [{ ...GET_WEATHER, description: 'Weather. '.repeat(1000) }] };
    const { stderr, result } = await convert(entry, 'upstream', '--name', ENTRY.name, '--limit', '4096');
    expect(stderr).toContain('tool_definitions');
    expect(JSON.stringify(result)).toContain('surfaceDigest');
  });
});
