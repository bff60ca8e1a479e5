import { isJsonObject, type Json, type JsonObject, member, quoteInert, ToolmarkError } from '@toolmark/core';
import { refuse, refuseWithheld } from '../config/codes.ts';
import type { ConfigKind } from '../config/config-kind.ts';

/** The command line that starts the guard for one server. */
export type GuardWords = readonly [command: string, ...args: string[]];

export interface InstallOptions {
  readonly kind: ConfigKind;
  /** The side file, and its originals of entries guarded earlier. */
  readonly side: { readonly path: string; readonly originals: ReadonlyMap<string, string> };
  /** How to start the guard for an entry of the side file; `name` is its key in the lock, if different. */
  readonly guard: (server: string, name?: string) => GuardWords;
  /** The lock key of a server; undefined if it is not locked. */
  readonly lockKey: (key: string) => string | undefined;
}

/** Members that define how to reach a server. All others are settings of the client and stay. */
const MOVED = new Set([
  ...['command', 'args', 'env', 'envFile', 'cwd', 'url', 'httpUrl', 'serverUrl', 'headers', 'type', 'transport'],
  ...['http_headers', 'env_http_headers', 'bearer_token_env_var', 'working_directory', 'oauth'],
  ...['environment', 'cmd', 'envs', 'uri', 'requestOptions'],
]);

/** The entry that starts the guard instead of the server. */
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
/** Variables that the guard resolves itself, not from the environment. */
const FOLDERS = new Set(['workspaceFolder', 'workspaceRoot', 'workspaceFolderBasename', 'userHome', 'pathSeparator']);

/**
 * Clients pass little of their environment to servers, so variables that the original entry references must be passed
 * explicitly. The guard applies defaults itself, from the side file.
 */
function passedOn(entry: JsonObject, kind: ConfigKind): [string, Json][] {
  const variables = namedVariables(entry, kind);
  const name = kind === 'opencode' ? 'environment' : 'env';
  return variables.size === 0 ? [] : [[name, Object.fromEntries(variables)]];
}

function namedVariables(entry: JsonObject, kind: ConfigKind): Map<string, string> {
  const all = referencesIn(entry, kind);
  // With an empty default, an unset variable would be empty even where the entry requires it.
  return new Map([...all, ...all.filter(([, reference]) => !reference.includes(':-'))]);
}

/**
 * All variable references in the moved members. Defaults are emptied, because they would enter the guard's own environment.
 * `:-` stays, because clients refuse an unset variable without a default.
 */
function referencesIn(entry: JsonObject, kind: ConfigKind): [name: string, reference: string][] {
  const texts = textsOf(Object.fromEntries(Object.entries(entry).filter(([name]) => MOVED.has(name))));
  const found = REFERENCES[kind].flatMap(pattern => texts.flatMap(text => [...text.matchAll(pattern)]));
  return found.flatMap(([reference, name = '']) => (FOLDERS.has(name) ? [] : [[name, withoutDefault(reference)]]));
}

function withoutDefault(reference: string): string {
  return reference.replace(/:-[^}]*/, ':-');
}

/** Variables that affect the guard process: Node, the dynamic loader, and search paths. */
const STEERING =
  /^(?:NODE_(?!ENV$)|LD_|DYLD_|OPENSSL_|SSL_|XDG_|HOME$|PATH$|PATHEXT$|USERPROFILE$|(?:LOCAL)?APPDATA$|TMPDIR$|TE?MP$|CODEX_HOME$|CLAUDE_CONFIG_DIR$)/i;

/** Settings of version managers and npm, which select `node`, `npx` and `toolmark`. */
const CHOOSING = /^(?:NPM_CONFIG|VOLTA|NVM|FNM|ASDF|MISE)_/i;

/** Whether a variable would affect the guard itself, not only the server. `isByPath`: Node and the guard are given as files. */
export function steersGuard(variable: string, isByPath: boolean): boolean {
  if (STEERING.test(variable) || /^TOOLMARK_/i.test(variable)) return true;
  return !isByPath && CHOOSING.test(variable);
}

/**
 * Throws for a variable that the guard must not receive from an entry. Defaults do not reach the guard, but an unset variable
 * with a default becomes empty, and an empty `HOME` is another home directory.
 */
export function refuseVariables(entry: JsonObject, kind: ConfigKind): void {
  const named: [string, string][] = [
    ...listedNames(entry, kind).map(name => [name, ''] as [string, string]),
    ...referencesIn(entry, kind),
  ];
  for (const [name, reference] of named) {
    refuseWithheld(name, {});
    if (!reference.includes(':-') || !STEERING.test(name)) continue;
    const message = `The default of the variable ${quoteInert(name)} would affect the guard itself. Remove the default.`;
    throw new ToolmarkError('install.steering-variable', message);
  }
}

/** Throws if only the client can resolve a value. */
export function refuseUnknownTexts(entry: Json, kind: ConfigKind): void {
  for (const text of textsOf(entry)) {
    if (text.includes('${input:')) {
      refuse('config.needs-input', 'The client prompts for a value, which the guard cannot do.');
    }
    const rest = REFERENCES[kind].reduce((left, pattern) => left.replace(pattern, ''), text);
    const isForHost =
      (kind === 'opencode' && /\{(?:env|file):/.test(rest)) || (kind === 'continue' && rest.includes('${{'));
    if (isForHost) refuse('config.unknown-variable', `Only the client can resolve ${quoteInert(rest, 60)}.`);
  }
}

function textsOf(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Variables that the client itself reads and passes on. */
function listedNames(entry: JsonObject, kind: ConfigKind): string[] {
  if (kind === 'codex') return readByCodex(entry).map(String);
  const keys = kind === 'goose' ? member(entry, 'env_keys') : undefined;
  return Array.isArray(keys) ? keys.map(String) : [];
}

function passedByCodex(entry: JsonObject): [string, Json][] {
  const names = readByCodex(entry);
  return names.length === 0 ? [] : [['env_vars', [...new Set(names)]]];
}

/** Codex does not expand variables, but reads some itself. */
function readByCodex(entry: JsonObject): Json[] {
  const listed = member(entry, 'env_vars');
  const headers = member(entry, 'env_http_headers');
  return [
    ...(Array.isArray(listed) ? listed : []),
    ...(isJsonObject(headers) ? Object.values(headers) : []),
    ...[member(entry, 'bearer_token_env_var') ?? []].flat(),
  ];
}
