import { isJsonObject, type Json, type JsonObject, member } from '@toolmark/core';
import type { ConfigKind } from '../config/parse-server-config.ts';

/** The words that start the guard for one server. */
export type GuardWords = readonly [command: string, ...args: string[]];

/** What says how to reach a server; everything else in an entry speaks to the client and stays. */
const MOVED = new Set([
  ...['command', 'args', 'env', 'envFile', 'cwd', 'url', 'httpUrl', 'serverUrl', 'headers', 'type', 'transport'],
  ...['http_headers', 'env_http_headers', 'bearer_token_env_var'],
]);

/** The entry that starts the guard in place of a server. */
export function guardedEntry(entry: JsonObject, kind: ConfigKind, [command, ...args]: GuardWords): JsonObject {
  const stays = Object.entries(entry).filter(([name]) => !MOVED.has(name) && name !== 'env_vars');
  const types = ['type', 'transport'].filter(name => member(entry, name) !== undefined);
  const passed = kind === 'codex' ? passedByCodex(entry) : passedOn(entry, kind);
  return Object.fromEntries([
    ...types.map(name => [name, 'stdio']),
    ['command', command],
    ['args', args],
    ...passed,
    ...stays,
  ]);
}

const REFERENCE = /\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-[^{}]*)?\}/g;
const BARE_REFERENCE = /\$([A-Za-z_][A-Za-z0-9_]*)/g;
/** Variables that are not in the environment: the guard knows these by itself. */
const FOLDERS = new Set(['workspaceFolder', 'workspaceRoot', 'workspaceFolderBasename', 'userHome', 'pathSeparator']);

/** Clients hand a server little of their environment: what the original texts name must be handed on by name. */
function passedOn(entry: JsonObject, kind: ConfigKind): [string, Json][] {
  const variables = namedVariables(entry, kind);
  return variables.size === 0 ? [] : [['env', Object.fromEntries(variables)]];
}

function namedVariables(entry: JsonObject, kind: ConfigKind): Map<string, string> {
  const texts = textsOf(Object.fromEntries(Object.entries(entry).filter(([name]) => MOVED.has(name))));
  const patterns = kind === 'gemini' ? [REFERENCE, BARE_REFERENCE] : [REFERENCE];
  const found = patterns.flatMap(pattern => texts.flatMap(text => [...text.matchAll(pattern)]));
  const variables = new Map(found.map(([reference, name = '']) => [name, reference]));
  for (const name of FOLDERS) variables.delete(name);
  return variables;
}

/** Whether only the client can fill in what the entry says, by asking a person. */
export function needsInput(entry: Json): boolean {
  return textsOf(entry).some(text => text.includes('${input:'));
}

function textsOf(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** The variables of the environment that an entry names. */
export function variablesOf(entry: JsonObject, kind: ConfigKind): string[] {
  return kind === 'codex' ? readByCodex(entry).map(String) : [...namedVariables(entry, kind).keys()];
}

function passedByCodex(entry: JsonObject): [string, Json][] {
  const names = readByCodex(entry);
  return names.length === 0 ? [] : [['env_vars', [...new Set(names)]]];
}

/** Codex fills in no variables, but reads some of them itself. */
function readByCodex(entry: JsonObject): Json[] {
  const listed = member(entry, 'env_vars');
  const headers = member(entry, 'env_http_headers');
  return [
    ...(Array.isArray(listed) ? listed : []),
    ...(isJsonObject(headers) ? Object.values(headers) : []),
    ...[member(entry, 'bearer_token_env_var') ?? []].flat(),
  ];
}

/** Where a guard that an entry starts takes its server from. */
export interface GuardTarget {
  readonly config?: string;
  readonly server?: string;
}

/** What the guard of an entry guards; undefined when the entry starts something else. */
export function guardTarget(entry: Json): GuardTarget | undefined {
  if (!isJsonObject(entry)) return undefined;
  const args = member(entry, 'args');
  const words = [member(entry, 'command'), ...(Array.isArray(args) ? args : [])].map(String);
  const at = words.findIndex(isToolmark);
  if (at < 0 || words[at + 1] !== 'guard' || !isLauncher(words.slice(0, at))) return undefined;
  const after = (option: string): string | undefined =>
    words.includes(option, at) ? words[words.indexOf(option, at) + 1] : undefined;
  const [config, server] = [after('--config'), after('--server')];
  return { ...(config !== undefined && { config }), ...(server !== undefined && { server }) };
}

function isToolmark(word: string): boolean {
  return /^toolmark(@[^/\\]*|\.js|\.cmd|\.exe)?$/.test(baseOf(word));
}

/** Nothing, a Node or an npx. A program that merely has the words among its arguments is no guard. */
function isLauncher([program, ...flags]: readonly string[]): boolean {
  if (program === undefined) return true;
  const isNpx = /^npx(\.cmd)?$/.test(baseOf(program));
  return isNpx ? flags.every(flag => flag === '-y' || flag === '--yes') : isNode(program) && flags.length === 0;
}

function isNode(program: string): boolean {
  return program === process.execPath || /^node(\.exe)?$/.test(baseOf(program));
}

function baseOf(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? '';
}
