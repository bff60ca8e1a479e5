import { type Json, quoteInert, ToolmarkError } from '@toolmark/core';
import type { NamedServer } from '../connect/server-source.ts';
import { expandVariables, type Surroundings } from './expand-variables.ts';
import { fromCodex, readCodex } from './parse-codex.ts';
import { parseEntry } from './parse-entry.ts';
import { type JsoncNode, jsonOf, memberNode, members, readJsonc } from './read-jsonc.ts';
import { refuse } from './refuse-entry.ts';

/**
 * How a file lists its servers. `json`: `mcpServers`, VS Code's `servers`, or `mcp.servers` in its settings;
 * `claude-code`: `mcpServers` of the user and of each project; `gemini`: as `json`, and `$NAME` is a variable too;
 * `codex`: TOML with `mcp_servers`.
 */
export type ConfigKind = 'json' | 'claude-code' | 'gemini' | 'codex';

export interface ConfigOptions extends Surroundings {
  readonly kind: ConfigKind;
}

/** An entry that cannot be used or is worth a remark, with the reason. */
export interface UnusableEntry {
  readonly key: string;
  readonly code: string;
  readonly message: string;
}

export interface ServerConfig {
  readonly servers: readonly NamedServer[];
  readonly unusable: readonly UnusableEntry[];
  /** What does not stand against an entry, but should be seen. */
  readonly notes: readonly UnusableEntry[];
}

/** What a file says about one key; a fault inside is found when it is read, and is the fault of this entry alone. */
interface Entry {
  readonly key: string;
  readonly read: () => Json;
}

const MAX_ENTRIES = 1_000;

/** The servers of a config file and the entries that cannot be used; throws when the file itself cannot be read. */
export function parseServerConfig(input: Uint8Array | string, options: ConfigOptions): ServerConfig {
  const text = typeof input === 'string' ? input : decode(input);
  const entries = options.kind === 'codex' ? readCodex(text) : readEntries(text, options);
  if (entries.length > MAX_ENTRIES) refuse('config.too-large', `The file lists more than ${MAX_ENTRIES} servers.`);
  const servers: NamedServer[] = [];
  const unusable: UnusableEntry[] = [];
  for (const entry of settleKeys(entries, options.kind)) {
    try {
      servers.push(toServer(entry, options));
    } catch (error) {
      if (!(error instanceof ToolmarkError)) throw error;
      unusable.push({ key: entry.key, code: error.code, message: error.message });
    }
  }
  return { servers, unusable, notes: findSimilarKeys(servers) };
}

/** Of entries with one key Claude Code takes the nearest. Other hosts read different lists: there nobody knows which counts. */
function settleKeys(entries: readonly Entry[], kind: ConfigKind): Entry[] {
  const settled = new Map<string, Entry>();
  const shadowed: Entry[] = [];
  for (const entry of entries) {
    const { key } = entry;
    if (!settled.has(key)) settled.set(key, entry);
    else if (kind === 'claude-code') shadowed.push({ key, read: refuseShadowed });
    else settled.set(key, { key, read: refuseTwice });
  }
  return [...settled.values(), ...shadowed];
}

function refuseShadowed(): never {
  return refuse('config.shadowed', 'An entry of this key that stands nearer counts.');
}

function refuseTwice(): never {
  return refuse('config.duplicate-key', 'Two lists of the file have this key, and hosts read different lists.');
}

function findSimilarKeys(servers: readonly NamedServer[]): UnusableEntry[] {
  const seen = new Map<string, string>();
  return servers.flatMap(({ key }) => {
    const other = seen.get(key.toLowerCase());
    seen.set(key.toLowerCase(), other ?? key);
    if (other === undefined) return [];
    const message = `The key differs from ${quoteInert(other)} in its case alone: it is easily taken for the other.`;
    return [{ key, code: 'config.similar-key', message }];
  });
}

/** How a file of this name lists its servers. */
export function configKindOf(path: string): ConfigKind {
  const [name = '', folder = ''] = path.split(/[\\/]/).reverse();
  if (name.toLowerCase().endsWith('.toml')) return 'codex';
  if (name === '.claude.json') return 'claude-code';
  return folder === '.gemini' ? 'gemini' : 'json';
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('config.encoding', 'The file is not UTF-8.');
  }
}

function readEntries(text: string, { kind, workspaceFolder }: ConfigOptions): Entry[] {
  const root = readJsonc(text);
  if (root.type !== 'object') refuse('config.malformed', 'The file is no object.');
  const sections =
    kind === 'claude-code'
      ? [...projectSections(root, workspaceFolder), memberNode(root, 'mcpServers')]
      : [memberNode(root, 'mcpServers'), memberNode(root, 'servers'), memberNode(memberNode(root, 'mcp'), 'servers')];
  return sections.flatMap(section => (section === undefined ? [] : entriesOf(section)));
}

/** Of the project at hand first, because its entries go before those of the user; other projects are not at hand. */
function projectSections(root: JsoncNode, folder: string | undefined): (JsoncNode | undefined)[] {
  if (folder === undefined) return [];
  const project = memberNode(memberNode(root, 'projects'), folder);
  return [memberNode(project, 'mcpServers')];
}

function entriesOf(section: JsoncNode): Entry[] {
  if (section.type !== 'object') refuse('config.malformed', 'The list of servers is no object.');
  return members(section).map(([key, node]) => ({ key, read: () => jsonOf(node) }));
}

function toServer({ key, read }: Entry, options: ConfigOptions): NamedServer {
  if (key === '') refuse('config.malformed', 'The key of a server is empty.');
  if (options.kind === 'codex') return { key, source: parseEntry(fromCodex(read(), options.env), text => text) };
  const expand = (text: string): string => expandVariables(text, options, options.kind === 'gemini');
  return { key, source: parseEntry(read(), expand) };
}
