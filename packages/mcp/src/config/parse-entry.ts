import { isJsonObject, type Json, type JsonObject, member, quoteInert } from '@toolmark/core';
import type { ServerSource } from '../connect/server-source.ts';
import { refuse } from './refuse-entry.ts';

/** Fills variables in; throws when it cannot. */
export type Expand = (text: string) => string;

const HTTP_TYPES = ['http', 'streamable-http', 'streamableHttp', 'streamable_http'];

/** One entry of a config file as a way to reach a server; throws one of CONFIG_CODES when it cannot be used. */
export function parseEntry(entry: Json, expand: Expand): ServerSource {
  if (!isJsonObject(entry)) refuse('config.malformed', 'The entry is no object.');
  if (member(entry, 'disabled') === true || member(entry, 'enabled') === false) {
    refuse('config.disabled', 'The entry is switched off.');
  }
  const types = ['type', 'transport'].flatMap(name => {
    const type = textOf(entry, name, expand);
    // Copilot CLI calls a server that it starts "local".
    return type === undefined ? [] : [type === 'local' ? 'stdio' : type];
  });
  for (const type of types) refuseType(type);
  const command = textOf(entry, 'command', expand);
  const url = textOf(entry, 'httpUrl', expand) ?? textOf(entry, 'url', expand) ?? textOf(entry, 'serverUrl', expand);
  const hasCommand = command !== undefined;
  if (hasCommand === (url !== undefined)) {
    const what = hasCommand ? 'both a command and an address' : 'neither a command nor an address';
    refuse('config.incomplete', `The entry has ${what}. Give one of them.`);
  }
  // A host goes by the type, and would not start this command or ask this address.
  const other = types.find(type => (type === 'stdio') !== hasCommand);
  if (other !== undefined) {
    const what = hasCommand ? 'a command' : 'an address';
    refuse('config.incomplete', `The entry has ${what}, but the type ${quoteInert(other)}. Mend one of them.`);
  }
  return hasCommand ? parseStdio(entry, command, expand) : parseHttp(entry, url ?? '', expand);
}

function refuseType(type: string): void {
  if (type === 'stdio' || HTTP_TYPES.includes(type)) return;
  const hint = type === 'sse' ? 'HTTP with SSE was replaced by streamable HTTP' : 'use stdio or http';
  refuse('config.unsupported', `The type ${quoteInert(type)} is not supported: ${hint}.`);
}

function parseStdio(entry: JsonObject, command: string, expand: Expand): ServerSource {
  if (command === '') refuse('config.incomplete', 'The command is empty.');
  // Without its file the server would be another one than the host starts.
  if (member(entry, 'envFile') !== undefined)
    refuse('config.unsupported', 'envFile is not read: write the variables out.');
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
  return typeof value === 'string' ? expand(value) : refuse('config.malformed', `The member ${name} is no string.`);
}

function listOf(entry: JsonObject, name: string, expand: Expand): string[] {
  const value = member(entry, name) ?? [];
  if (!Array.isArray(value)) refuse('config.malformed', `The member ${name} is no array.`);
  return value.map((item: Json) =>
    typeof item === 'string'
      ? expand(item)
      : refuse('config.malformed', `The member ${name} holds something else than strings.`),
  );
}

/** Numbers and booleans count as what they look like; null leaves a variable as it is. */
function textsOf(entry: JsonObject, name: string, expand: Expand): Record<string, string> | undefined {
  const value = member(entry, name);
  if (value === undefined || value === null) return undefined;
  if (!isJsonObject(value)) refuse('config.malformed', `The member ${name} is no object.`);
  const texts = Object.entries(value).flatMap(([key, item]) => {
    if (item === null) return [];
    if (typeof item === 'object') refuse('config.malformed', `The member ${name} holds something else than texts.`);
    return [[key, expand(String(item))] as const];
  });
  return Object.fromEntries(texts);
}
