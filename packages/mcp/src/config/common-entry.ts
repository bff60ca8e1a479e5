import { isJsonObject, type Json, type JsonObject, member } from '@toolmark/core';
import { refuse } from './codes.ts';
import type { ConfigKind } from './config-kind.ts';

/** Renames members to those most hosts use: `command`, `args`, `env`, `cwd`, `url`, `headers`, `type`. Values stay. */
export function commonEntry(entry: Json, kind: ConfigKind): Json {
  const translate = DIALECTS[kind];
  return translate === undefined || !isJsonObject(entry) ? entry : translate(entry);
}

const DIALECTS: Partial<Record<ConfigKind, (entry: JsonObject) => JsonObject>> = {
  opencode: fromOpenCode,
  zed: fromZed,
  goose: fromGoose,
  continue: fromContinue,
};

/** Members with the same meaning in every dialect. */
function shared(entry: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(
    ['enabled', 'disabled', ...names].flatMap(name => {
      const value = member(entry, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

const OPENCODE_TYPES = new Map<Json | undefined, string>([
  ['local', 'stdio'],
  ['remote', 'http'],
]);

/** The command is an array, and variables are called `environment`. */
function fromOpenCode(entry: JsonObject): JsonObject {
  const type = member(entry, 'type');
  const command = member(entry, 'command');
  if (command !== undefined && !Array.isArray(command)) refuse('config.malformed', 'command is not an array.');
  return {
    ...shared(entry, 'cwd', 'url', 'headers'),
    ...(type !== undefined && { type: OPENCODE_TYPES.get(type) ?? type }),
    ...(command?.[0] !== undefined && { command: command[0], args: command.slice(1) }),
    ...renamed(entry, 'environment', 'env'),
  };
}

/** Servers of extensions have no command in the file: Zed gets it from the extension. */
function fromZed(entry: JsonObject): JsonObject {
  const command = member(entry, 'command');
  const isOfExtension = member(entry, 'source') === 'extension';
  const hasAddress = command !== undefined || member(entry, 'url') !== undefined;
  if (isOfExtension || (!hasAddress && member(entry, 'settings') !== undefined)) {
    refuse('config.unsupported', 'A Zed extension starts this server. Its command is not in the file.');
  }
  if (!isJsonObject(command)) return shared(entry, 'command', 'args', 'env', 'url', 'headers');
  return { ...shared(entry), ...renamed(command, 'path', 'command'), ...shared(command, 'args', 'env') };
}

const GOOSE_TYPES = new Map<Json | undefined, string>([
  ['stdio', 'stdio'],
  ['streamable_http', 'http'],
]);

function fromGoose(entry: JsonObject): JsonObject {
  const type = member(entry, 'type');
  const headers = member(entry, 'headers');
  // Goose replaces these with values from its own secret store.
  if (JSON.stringify(headers ?? '').includes('$')) {
    refuse('config.unknown-variable', 'Only Goose can resolve "$" in a header. Write the value itself.');
  }
  return {
    ...shared(entry, 'args'),
    ...(type !== undefined && { type: GOOSE_TYPES.get(type) ?? type }),
    ...renamed(entry, 'cmd', 'command'),
    ...renamed(entry, 'envs', 'env'),
    ...renamed(entry, 'uri', 'url'),
    ...(headers !== undefined && { headers }),
  };
}

/** Headers are in `requestOptions`. */
function fromContinue(entry: JsonObject): JsonObject {
  if (member(entry, 'apiKey') !== undefined) {
    refuse('config.unsupported', 'apiKey is not supported. Set the header in requestOptions.');
  }
  const options = member(entry, 'requestOptions') ?? {};
  if (!isJsonObject(options)) refuse('config.malformed', 'requestOptions is not an object.');
  return { ...shared(entry, 'type', 'command', 'args', 'env', 'cwd', 'url'), ...shared(options, 'headers') };
}

function renamed(entry: JsonObject, from: string, to: string): JsonObject {
  const value = member(entry, from);
  return value === undefined ? {} : { [to]: value };
}
