import { isJsonObject, type Json, type JsonObject, member, quoteInert } from '@toolmark/core';
import type { ServerSource } from '../connect/server-source.ts';
import { refuse } from './codes.ts';

/** Expands variables, or throws. */
export type Expand = (text: string) => string;

const HTTP_TYPES = ['http', 'streamable-http', 'streamableHttp', 'streamable_http'];

/** Turns a config entry into a source, or throws a `config.*` error. */
export function parseEntry(entry: Json, expand: Expand): ServerSource {
  if (!isJsonObject(entry)) refuse('config.malformed', 'The entry is not an object.');
  if (member(entry, 'disabled') === true || member(entry, 'enabled') === false) {
    refuse('config.disabled', 'The entry is disabled.');
  }
  const types = ['type', 'transport'].flatMap(name => {
    const type = textOf(entry, name, expand);
    // Copilot CLI uses "local" for stdio.
    return type === undefined ? [] : [type === 'local' ? 'stdio' : type];
  });
  for (const type of types) refuseType(type);
  const command = textOf(entry, 'command', expand);
  const url = textOf(entry, 'httpUrl', expand) ?? textOf(entry, 'url', expand) ?? textOf(entry, 'serverUrl', expand);
  const hasCommand = command !== undefined;
  if (hasCommand === (url !== undefined)) {
    const what = hasCommand ? 'both a command and a URL' : 'neither a command nor a URL';
    refuse('config.incomplete', `The entry has ${what}. Set one of them.`);
  }
  // Hosts go by the type and would not use this command or URL.
  const other = types.find(type => (type === 'stdio') !== hasCommand);
  if (other !== undefined) {
    const what = hasCommand ? 'a command' : 'a URL';
    refuse('config.incomplete', `The entry has ${what} but the type ${quoteInert(other)}. Correct one of them.`);
  }
  return hasCommand ? parseStdio(entry, command, expand) : parseHttp(entry, url ?? '', expand);
}

function refuseType(type: string): void {
  if (type === 'stdio' || HTTP_TYPES.includes(type)) return;
  const hint = type === 'sse' ? 'streamable HTTP replaced HTTP with SSE' : 'use stdio or http';
  refuse('config.unsupported', `The type ${quoteInert(type)} is not supported: ${hint}.`);
}

function parseStdio(entry: JsonObject, command: string, expand: Expand): ServerSource {
  if (command === '') refuse('config.incomplete', 'The command is empty.');
  // Without the file, this would not be the server that the host starts.
  if (member(entry, 'envFile') !== undefined)
    refuse('config.unsupported', 'envFile is not supported. Set the variables in env.');
  const env = textsOf(entry, 'env', expand);
  const cwd = textOf(entry, 'cwd', expand) ?? textOf(entry, 'working_directory', expand);
  const args = listOf(entry, 'args', expand);
  return { kind: 'stdio', command, args, ...(env && { env }), ...(cwd !== undefined && { cwd }) };
}

function parseHttp(entry: JsonObject, url: string, expand: Expand): ServerSource {
  const headers = textsOf(entry, 'headers', expand);
  return { kind: 'http', url, ...(headers && { headers }) };
}

function textOf(entry: JsonObject, name: string, expand: Expand): string | undefined {
  const value = member(entry, name);
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? expand(value) : refuse('config.malformed', `${name} is not a string.`);
}

function listOf(entry: JsonObject, name: string, expand: Expand): string[] {
  const value = member(entry, name) ?? [];
  if (!Array.isArray(value)) refuse('config.malformed', `${name} is not an array.`);
  return value.map((item: Json) =>
    typeof item === 'string'
      ? expand(item)
      : refuse('config.malformed', `${name} contains a value that is not a string.`),
  );
}

/** Numbers and booleans are converted to strings; null leaves a variable unchanged. */
function textsOf(entry: JsonObject, name: string, expand: Expand): Record<string, string> | undefined {
  const value = member(entry, name);
  if (value === undefined || value === null) return undefined;
  if (!isJsonObject(value)) refuse('config.malformed', `${name} is not an object.`);
  const texts = Object.entries(value).flatMap(([key, item]) => {
    if (item === null) return [];
    if (typeof item === 'object') refuse('config.malformed', `${name} contains a value that is not a string.`);
    return [[key, expand(String(item))] as const];
  });
  return Object.fromEntries(texts);
}
