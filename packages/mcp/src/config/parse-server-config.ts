import { type Json, quoteInert, ToolmarkError } from '@toolmark/core';
import type { NamedServer } from '../connect/server-source.ts';
import { refuse } from './codes.ts';
import { commonEntry } from './common-entry.ts';
import type { ConfigKind } from './config-kind.ts';
import { expandVariables, type Surroundings } from './expand-variables.ts';
import { type JsonSection, jsonSections } from './json-sections.ts';
import { fromCodex, readCodex, withListed } from './parse-codex.ts';
import { parseEntry } from './parse-entry.ts';
import { jsonOf, readJsonc } from './read-jsonc.ts';
import { continueServers, gooseServers } from './yaml-servers.ts';

export interface ConfigOptions extends Surroundings {
  readonly kind: ConfigKind;
}

/** A problem with an entry. */
export interface UnusableEntry {
  readonly key: string;
  readonly code: string;
  readonly message: string;
  /** Its key in a lock of several configs. */
  readonly placedKey?: string;
}

export interface ServerConfig {
  readonly servers: readonly NamedServer[];
  readonly unusable: readonly UnusableEntry[];
  /** Warnings about usable entries. */
  readonly notes: readonly UnusableEntry[];
}

/** Errors in an entry appear when it is read, and concern this entry only. */
interface Entry {
  readonly key: string;
  readonly read: () => Json;
}

const MAX_ENTRIES = 1_000;

/** The servers of a config file and its unusable entries; throws if the file cannot be parsed. */
export function parseServerConfig(input: Uint8Array | string, options: ConfigOptions): ServerConfig {
  const text = typeof input === 'string' ? input : decode(input);
  const entries = readEntries(text, options);
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

/** Among entries with the same key, Claude Code uses the most specific. Other hosts read different lists, so none is used. */
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
  return refuse('config.shadowed', 'A project entry with the same key takes precedence.');
}

function refuseTwice(): never {
  return refuse('config.duplicate-key', 'Two lists in the file have this key, and hosts read different lists.');
}

function findSimilarKeys(servers: readonly NamedServer[]): UnusableEntry[] {
  const seen = new Map<string, string>();
  return servers.flatMap(({ key }) => {
    const other = seen.get(key.toLowerCase());
    seen.set(key.toLowerCase(), other ?? key);
    if (other === undefined) return [];
    const message = `The key differs from ${quoteInert(other)} only in case. Rename one of them.`;
    return [{ key, code: 'config.similar-key', message }];
  });
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('config.encoding', 'The file is not UTF-8.');
  }
}

function readEntries(text: string, { kind, workspaceFolder }: ConfigOptions): readonly Entry[] {
  if (kind === 'codex') return readCodex(text);
  if (kind === 'goose') return gooseServers(text);
  if (kind === 'continue') return continueServers(text);
  const sections = jsonSections(readJsonc(text), kind);
  return nearestFirst(sections, workspaceFolder).flatMap(({ entries }) =>
    entries().map(([key, node]) => ({ key, read: () => jsonOf(node) })),
  );
}

/** Entries of the current project come before those of the user; other projects are ignored. */
function nearestFirst(sections: readonly JsonSection[], folder: string | undefined): JsonSection[] {
  return [
    ...sections.filter(({ project }) => project !== undefined && project === folder),
    ...sections.filter(({ project }) => project === undefined),
  ];
}

function toServer({ key, read }: Entry, options: ConfigOptions): NamedServer {
  const { kind, env } = options;
  if (key === '') refuse('config.malformed', 'The key of a server is empty.');
  const entry = read();
  if (kind === 'codex') return { key, source: parseEntry(fromCodex(entry, env), text => text) };
  const common = commonEntry(entry, kind);
  const expand = (text: string): string => expandVariables(text, options, kind);
  return { key, source: parseEntry(kind === 'goose' ? withListed(common, entry, 'env_keys', env) : common, expand) };
}
