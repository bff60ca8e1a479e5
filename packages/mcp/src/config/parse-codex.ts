import { inert, isJsonObject, type Json, type JsonObject, member } from '@toolmark/core';
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_DEPTH } from '@toolmark/core/json';
import { parse, TomlError } from 'smol-toml';
import type { Environment } from '../connect/server-environment.ts';
import { refuse, refuseWithheld } from './codes.ts';

/** The entries in `mcp_servers` of Codex's `config.toml`. TOML forbids duplicate keys. */
export function readCodex(text: string): { key: string; read: () => Json }[] {
  const section = member(parseToml(text), 'mcp_servers');
  if (section === undefined) return [];
  if (!isJsonObject(section)) refuse('config.malformed', 'The list of servers is not a table.');
  return Object.entries(section).map(([key, value]) => ({ key, read: () => value }));
}

function parseToml(text: string): JsonObject {
  if (text.length > DEFAULT_MAX_BYTES) refuse('config.too-large', `The file has more than ${DEFAULT_MAX_BYTES} bytes.`);
  try {
    // TOML dates are not JSON; parseEntry refuses them.
    return parse(text, { maxDepth: DEFAULT_MAX_DEPTH, integersAsBigInt: 'asNeeded' }) as JsonObject;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [what] = error.message.split('\n', 1);
    return refuse('config.syntax', inert(`${what} at line ${error.line}, column ${error.column}.`));
  }
}

/** Renames members to those other hosts use. Codex separates headers by the source of their values. */
export function fromCodex(entry: Json, env: Environment): Json {
  if (!isJsonObject(entry)) return entry;
  if (member(entry, 'url') === undefined)
    return { ...entry, env: { ...listedVariables(entry, env), ...tableOf(entry, 'env') } };
  const bearer = member(entry, 'bearer_token_env_var');
  const headers = {
    ...tableOf(entry, 'http_headers'),
    ...fromEnvironment(tableOf(entry, 'env_http_headers'), env),
    ...(bearer === undefined ? {} : { Authorization: `Bearer ${variable(bearer, env)}` }),
  };
  return { ...entry, headers };
}

/** Adds the environment variables named in `list`, which must be set. */
export function withListed(common: Json, entry: Json, list: string, env: Environment): Json {
  if (!isJsonObject(common) || !isJsonObject(entry)) return common;
  const names = member(entry, list) ?? [];
  if (!Array.isArray(names)) refuse('config.malformed', `${list} is not an array.`);
  if (names.length === 0) return common;
  const listed = Object.fromEntries(names.map(name => [String(name), variable(name, env)]));
  return { ...common, env: { ...listed, ...tableOf(common, 'env') } };
}

/** Environment variables named in `env_vars`; Codex skips unset ones. */
function listedVariables(entry: JsonObject, env: Environment): JsonObject {
  const names = member(entry, 'env_vars') ?? [];
  if (!Array.isArray(names)) refuse('config.malformed', 'env_vars is not an array.');
  const isSet = (name: Json): boolean => typeof name !== 'string' || env[name] !== undefined;
  return Object.fromEntries(names.filter(isSet).map(name => [String(name), variable(name, env)]));
}

function tableOf(entry: JsonObject, name: string): JsonObject {
  const table = member(entry, name) ?? {};
  return isJsonObject(table) ? table : refuse('config.malformed', `${name} is not a table.`);
}

function fromEnvironment(named: JsonObject, env: Environment): JsonObject {
  return Object.fromEntries(Object.entries(named).map(([header, name]) => [header, variable(name, env)]));
}

function variable(name: Json, env: Environment): string {
  if (typeof name !== 'string') refuse('config.malformed', 'The name of a variable is not a string.');
  refuseWithheld(name, env);
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  return value ?? refuse('config.unset-variable', `The environment variable ${inert(name)} is not set.`);
}
