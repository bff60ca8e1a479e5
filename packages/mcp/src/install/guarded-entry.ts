import { isJsonObject, type Json, type JsonObject, member, quoteInert, ToolmarkError } from '@toolmark/core';
import type { ConfigKind } from '../config/config-kind.ts';
import { refuse } from '../config/refuse-entry.ts';
import { refuseWithheld } from '../config/refuse-withheld.ts';

/** The words that start the guard for one server. */
export type GuardWords = readonly [command: string, ...args: string[]];

/** What says how to reach a server; everything else in an entry speaks to the client and stays. */
const MOVED = new Set([
  ...['command', 'args', 'env', 'envFile', 'cwd', 'url', 'httpUrl', 'serverUrl', 'headers', 'type', 'transport'],
  ...['http_headers', 'env_http_headers', 'bearer_token_env_var', 'working_directory', 'oauth'],
  ...['environment', 'cmd', 'envs', 'uri', 'requestOptions'],
]);

/** The entry that starts the guard in place of a server. */
export function guardedEntry(entry: JsonObject, kind: ConfigKind, [command, ...args]: GuardWords): JsonObject {
  const stays = Object.entries(entry).filter(([name]) => !MOVED.has(name) && name !== 'env_vars');
  const passed = kind === 'codex' ? passedByCodex(entry) : passedOn(entry, kind);
  return Object.fromEntries([...startMembers(entry, kind, command, args), ...passed, ...stays]);
}

function startMembers(entry: JsonObject, kind: ConfigKind, command: string, args: string[]): [string, Json][] {
  if (kind === 'opencode')
    return [
      ['type', 'local'],
      ['command', [command, ...args]],
    ];
  if (kind === 'goose')
    return [
      ['type', 'stdio'],
      ['cmd', command],
      ['args', args],
    ];
  const types = ['type', 'transport'].filter(name => member(entry, name) !== undefined);
  return [...types.map((name): [string, Json] => [name, 'stdio']), ['command', command], ['args', args]];
}

const REFERENCE = /\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-[^{}]*)?\}/g;
const BARE_REFERENCE = /\$([A-Za-z_][A-Za-z0-9_]*)/g;
const REFERENCES: Record<ConfigKind, readonly RegExp[]> = {
  json: [REFERENCE],
  'claude-code': [REFERENCE],
  gemini: [REFERENCE, BARE_REFERENCE],
  opencode: [/\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g],
  continue: [/\$\{\{\s*(?:secrets|inputs)\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g],
  codex: [],
  zed: [],
  goose: [],
};
/** Variables that are not in the environment: the guard knows these by itself. */
const FOLDERS = new Set(['workspaceFolder', 'workspaceRoot', 'workspaceFolderBasename', 'userHome', 'pathSeparator']);

/**
 * Clients hand a server little of their environment: what the original texts name must be handed on by name. The guard fills
 * in defaults itself, from the side file.
 */
function passedOn(entry: JsonObject, kind: ConfigKind): [string, Json][] {
  const variables = namedVariables(entry, kind);
  const name = kind === 'opencode' ? 'environment' : 'env';
  return variables.size === 0 ? [] : [[name, Object.fromEntries(variables)]];
}

function namedVariables(entry: JsonObject, kind: ConfigKind): Map<string, string> {
  const all = referencesIn(entry, kind);
  // With an empty default a variable that is not set would be empty, also where the entry needs it set.
  return new Map([...all, ...all.filter(([, reference]) => !reference.includes(':-'))]);
}

/**
 * Every place where the moved texts of an entry name a variable. A default is emptied: its text would become a part of
 * the guard's own environment. A client that fills in defaults refuses a variable that has none and is not set, so `:-` stays.
 */
function referencesIn(entry: JsonObject, kind: ConfigKind): [name: string, reference: string][] {
  const texts = textsOf(Object.fromEntries(Object.entries(entry).filter(([name]) => MOVED.has(name))));
  const found = REFERENCES[kind].flatMap(pattern => texts.flatMap(text => [...text.matchAll(pattern)]));
  return found.flatMap(([reference, name = '']) => (FOLDERS.has(name) ? [] : [[name, withoutDefault(reference)]]));
}

function withoutDefault(reference: string): string {
  return reference.replace(/:-[^}]*/, ':-');
}

/** Variables that act on the guard itself: on Node and the loader, and where it finds programs and files. */
const STEERING =
  /^(?:NODE_(?!ENV$)|LD_|DYLD_|OPENSSL_|SSL_|XDG_|HOME$|PATH$|PATHEXT$|USERPROFILE$|(?:LOCAL)?APPDATA$|TMPDIR$|TE?MP$|CODEX_HOME$|CLAUDE_CONFIG_DIR$)/i;

/** Settings of programs that decide what `node`, `npx` and `toolmark` are. */
const CHOOSING = /^(?:NPM_CONFIG|VOLTA|NVM|FNM|ASDF|MISE)_/i;

/** Whether a variable would act on the guard itself rather than on the server behind it. `isByPath`: Node and guard are files. */
export function steersGuard(variable: string, isByPath: boolean): boolean {
  if (STEERING.test(variable) || /^TOOLMARK_/i.test(variable)) return true;
  return !isByPath && CHOOSING.test(variable);
}

/**
 * Throws for a variable that the guard must not get from an entry. No default reaches the guard, but one makes a variable
 * that is not set empty, and an empty `HOME` is another home.
 */
export function refuseVariables(entry: JsonObject, kind: ConfigKind): void {
  const named: [string, string][] = [
    ...listedNames(entry, kind).map(name => [name, ''] as [string, string]),
    ...referencesIn(entry, kind),
  ];
  for (const [name, reference] of named) {
    refuseWithheld(name, {});
    if (!reference.includes(':-') || !STEERING.test(name)) continue;
    const message = `It gives the variable ${quoteInert(name)} a default, which would act on the guard itself. Remove the default.`;
    throw new ToolmarkError('install.steering-variable', message);
  }
}

/** Throws where only the client can fill in what the entry says. */
export function refuseUnknownTexts(entry: Json, kind: ConfigKind): void {
  for (const text of textsOf(entry)) {
    if (text.includes('${input:')) {
      refuse('config.needs-input', 'The client asks a person for a value, which the guard cannot.');
    }
    const rest = REFERENCES[kind].reduce((left, pattern) => left.replace(pattern, ''), text);
    const isForHost =
      (kind === 'opencode' && /\{(?:env|file):/.test(rest)) || (kind === 'continue' && rest.includes('${{'));
    if (isForHost) refuse('config.unknown-variable', `Only the client knows what ${quoteInert(rest, 60)} stands for.`);
  }
}

function textsOf(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Variables that the client itself reads and hands on. */
function listedNames(entry: JsonObject, kind: ConfigKind): string[] {
  if (kind === 'codex') return readByCodex(entry).map(String);
  const keys = kind === 'goose' ? member(entry, 'env_keys') : undefined;
  return Array.isArray(keys) ? keys.map(String) : [];
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
