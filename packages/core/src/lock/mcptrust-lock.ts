import { child, type Finding, isJsonObject, type Json, type JsonObject, member, ToolmarkError } from '../base/index.ts';
import { readInput, refuseMalformed } from '../describe/index.ts';

/** What a lock of MCPTrust holds: hashes by name, and nothing to read. */
export interface McptrustLock {
  readonly version: '1.0' | '2.0' | '3.0';
  readonly tools: ReadonlyMap<string, McptrustEntry>;
  readonly prompts: ReadonlyMap<string, McptrustEntry>;
  /** By `uriTemplate`. */
  readonly templates: ReadonlyMap<string, McptrustEntry>;
  /** One sentence for each thing that this format does not look at. */
  readonly uncovered: readonly string[];
}

/** A hash for each part of an item that was approved. The empty string means an empty input schema. */
export type McptrustEntry = ReadonlyMap<string, string>;

/** A lock of MCPTrust, version 1.0, 2.0 or 3.0; throws `mcptrust-lock.malformed` with every reason. */
export function importMcptrustLock(input: Uint8Array | unknown): McptrustLock {
  const value = readInput(input, 'mcptrust-lock.malformed');
  const version = versionOf(value);
  const reading = new Reading();
  const lock = isJsonObject(value) ? readLock(value, version, reading) : undefined;
  if (lock === undefined) reading.report('', 'Expected an object.');
  refuseMalformed(reading.findings, 'mcptrust-lock.malformed', 'This is not a lock of MCPTrust');
  return {
    version,
    tools: new Map(),
    prompts: new Map(),
    templates: new Map(),
    ...lock,
    uncovered: uncoveredBy(version),
  };
}

const VERSIONS = ['1.0', '2.0', '3.0'] as const;

function versionOf(value: Json): McptrustLock['version'] {
  const given = isJsonObject(value) ? (member(value, 'lockFileVersion') ?? member(value, 'version')) : undefined;
  const version = VERSIONS.find(known => known === given);
  if (version !== undefined) return version;
  const message =
    'This is not an MCPTrust lock of version 1.0, 2.0 or 3.0. Lock the server with "toolmark lock" instead.';
  throw new ToolmarkError('mcptrust-lock.unsupported-version', message);
}

function readLock(
  value: JsonObject,
  version: McptrustLock['version'],
  reading: Reading,
): Pick<McptrustLock, 'tools' | 'prompts' | 'templates'> {
  const tools = readTools(member(value, 'tools'), reading);
  if (version !== '3.0') return { tools, prompts: new Map(), templates: new Map() };
  return { tools, prompts: readPrompts(value, reading), templates: readTemplates(value, reading) };
}

/** The names under which versions and their own fixtures keep the same hash, the documented one first. */
const TOOL_PARTS = {
  description: ['description_hash', 'descriptionHash'],
  inputSchema: ['input_schema_hash', 'inputSchemaHash'],
};

function readTools(value: Json | undefined, reading: Reading): Map<string, McptrustEntry> {
  return reading.entries(value, '/tools', (tool, pointer) => {
    const hashes = Object.entries(TOOL_PARTS).map(([part, keys]): [string, string] => {
      const given = keys.map(key => member(tool, key)).find(hash => hash !== undefined);
      return [part, reading.hash(given, child(pointer, keys[0] ?? ''), part === 'inputSchema')];
    });
    return new Map(hashes);
  });
}

function readPrompts(lock: JsonObject, reading: Reading): Map<string, McptrustEntry> {
  const prompts = member(lock, 'prompts');
  const definitions = isJsonObject(prompts) ? member(prompts, 'definitions') : undefined;
  if (prompts === undefined || (isJsonObject(prompts) && definitions === undefined)) return new Map();
  return reading.entries(definitions, '/prompts/definitions', (prompt, pointer) =>
    readHashes(
      prompt,
      pointer,
      { arguments: 'argumentsHash' },
      { title: 'titleHash', description: 'descriptionHash' },
      reading,
    ),
  );
}

function readTemplates(lock: JsonObject, reading: Reading): Map<string, McptrustEntry> {
  const resources = member(lock, 'resources');
  const templates = isJsonObject(resources) ? member(resources, 'templates') : undefined;
  if (resources === undefined || (isJsonObject(resources) && (templates ?? null) === null)) return new Map();
  const pointer = '/resources/templates';
  if (!Array.isArray(templates)) {
    reading.report(pointer, 'Expected a list here.');
    return new Map();
  }
  const found = new Map<string, McptrustEntry>();
  templates.forEach((template: Json, i) => {
    const at = child(pointer, i);
    const key = isJsonObject(template) ? member(template, 'uriTemplate') : undefined;
    if (!isJsonObject(template) || typeof key !== 'string')
      reading.report(at, 'Expected an object with a uriTemplate.');
    else if (found.has(key)) reading.report(at, 'This template is listed twice.');
    else
      found.set(
        key,
        readHashes(
          template,
          at,
          { template: 'templateHash' },
          { name: 'nameHash', description: 'descriptionHash' },
          reading,
        ),
      );
  });
  return found;
}

function readHashes(
  item: JsonObject,
  pointer: string,
  required: Readonly<Record<string, string>>,
  optional: Readonly<Record<string, string>>,
  reading: Reading,
): McptrustEntry {
  const read = (keys: Readonly<Record<string, string>>, isRequired: boolean): [string, string][] =>
    Object.entries(keys)
      .filter(([, key]) => isRequired || (member(item, key) ?? '') !== '')
      .map(([part, key]) => [part, reading.hash(member(item, key), child(pointer, key), false)]);
  return new Map([...read(required, true), ...read(optional, false)]);
}

const HASH = /^sha256:[0-9a-f]{64}$/;

/** Collects what is wrong while it reads. */
class Reading {
  readonly findings: Finding[] = [];

  report(pointer: string, message: string): void {
    this.findings.push({ code: 'mcptrust-lock.malformed', severity: 'error', pointer, message });
  }

  entries(
    value: Json | undefined,
    pointer: string,
    read: (item: JsonObject, pointer: string) => McptrustEntry,
  ): Map<string, McptrustEntry> {
    const found = new Map<string, McptrustEntry>();
    if (!isJsonObject(value)) {
      this.report(pointer, 'Expected an object here.');
      return found;
    }
    for (const [name, item] of Object.entries(value)) {
      if (isJsonObject(item)) found.set(name, read(item, child(pointer, name)));
      else this.report(child(pointer, name), 'Expected an object here.');
    }
    return found;
  }

  /** A missing hash would agree with nothing, or with everything: it is refused. */
  hash(value: Json | undefined, pointer: string, mayBeEmpty: boolean): string {
    if (typeof value === 'string' && (HASH.test(value) || (mayBeEmpty && value === ''))) return value;
    this.report(pointer, 'Expected "sha256:" and 64 lower-case hexadecimal digits.');
    return '';
  }
}

function uncoveredBy(version: McptrustLock['version']): string[] {
  return [
    'Of tools it covers the description and the input schema: titles, annotations, output schemas, icons, "_meta" and all other members were never approved.',
    'It does not cover the instructions of the server.',
    'It does not cover resources.',
    'It keeps hashes and no text, so what was approved can be compared but not read.',
    'Its risk levels count words in names and descriptions; it ignores parameters and hints.',
    ...(version === '3.0'
      ? ['Of prompts and templates, titles, icons, "_meta" and texts that were empty then were never approved.']
      : ['It does not cover prompts and resource templates.']),
  ];
}
