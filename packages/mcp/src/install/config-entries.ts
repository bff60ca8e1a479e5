import { child, type Json, ToolmarkError } from '@toolmark/core';
import { parse, TomlError } from 'smol-toml';
import { commonEntry } from '../config/common-entry.ts';
import { type ConfigKind, isYaml } from '../config/config-kind.ts';
import { jsonSections } from '../config/json-sections.ts';
import { readCodex } from '../config/parse-codex.ts';
import { jsonOf, readJsonc } from '../config/read-jsonc.ts';
import { continueServers, gooseServers } from '../config/yaml-servers.ts';
import { namesFile, optionIn, wordsOf } from './guard-words.ts';

/** A range in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A server in the text of a config file. */
export interface ConfigEntry {
  readonly key: string;
  /** JSON pointer. */
  readonly pointer: string;
  /** Throws for this entry alone. */
  readonly read: () => Json;
  /** The entry with the member names that most hosts use. */
  readonly common: () => Json;
  /** TOML tables of one server may be apart. Empty if the entry cannot be replaced without changing others. */
  readonly spans: readonly Span[];
}

/** Every server of a file, including those of other projects; throws if the file cannot be parsed. */
export function findConfigEntries(text: string, kind: ConfigKind): ConfigEntry[] {
  return placesOf(text, kind).map(entry => ({ ...entry, common: () => commonEntry(entry.read(), kind) }));
}

type Place = Omit<ConfigEntry, 'common'>;

function placesOf(text: string, kind: ConfigKind): Place[] {
  if (kind === 'codex') return tomlEntries(text);
  if (isYaml(kind)) return yamlEntries(text, kind);
  return jsonSections(readJsonc(text), kind).flatMap(({ pointer, entries }) =>
    entries().map(([key, node]) => ({
      key,
      pointer: child(pointer, key),
      read: () => jsonOf(node),
      spans: [{ start: node.offset, end: node.offset + node.length }],
    })),
  );
}

function yamlEntries(text: string, kind: 'goose' | 'continue'): Place[] {
  const servers = kind === 'goose' ? gooseServers(text) : continueServers(text);
  return servers.map(({ key, pointer, read, lines }) => ({ key, pointer, read, spans: lines ? [lines] : [] }));
}

/** The side file key that an entry refers to, whatever program it starts. */
export function serverInSideFile({ common }: ConfigEntry, side: string): string | undefined {
  try {
    const words = wordsOf(common());
    return namesFile(words, side) ? optionIn(words, '--server') : undefined;
  } catch (error) {
    if (error instanceof ToolmarkError) return undefined;
    throw error;
  }
}

/** The servers of Codex's config with the lines of their tables; inline servers have no spans. */
function tomlEntries(text: string): Place[] {
  const tables = findTables(text);
  return readCodex(text).map(({ key, read }) => ({
    key,
    pointer: child('/mcp_servers', key),
    read,
    spans: tables.filter(({ path }) => path[0] === 'mcp_servers' && path[1] === key).map(({ span }) => span),
  }));
}

interface Table {
  readonly path: readonly string[];
  readonly span: Span;
}

/** Every line that looks like a table header. A string may contain one, so edits are verified afterwards. */
function findTables(text: string): Table[] {
  const heads = [...text.matchAll(/^[ \t]*\[.*$/gm)].flatMap(match => {
    const path = pathOf(match[0]);
    return path.length === 0 ? [] : [{ path, start: match.index }];
  });
  return heads.map(({ path, start }, index) => ({
    path,
    span: { start, end: endOf(text, start, heads[index + 1]?.start ?? text.length) },
  }));
}

/** The path of a table header: `[a."b.c"]` is a, then b.c. */
function pathOf(line: string): string[] {
  try {
    const path: string[] = [];
    for (let table: unknown = parse(line); typeof table === 'object' && table !== null; ) {
      const [key] = Object.keys(table);
      if (key === undefined) break;
      path.push(key);
      table = (table as Record<string, unknown>)[key];
    }
    return path;
  } catch (error) {
    if (error instanceof TomlError) return [];
    throw error;
  }
}

/** Empty lines and comments before the next header belong to that header. */
function endOf(text: string, start: number, limit: number): number {
  const lines = text.slice(start, limit).split(/(?<=\n)/);
  while (lines.length > 1 && /^\s*(#.*)?$/.test((lines.at(-1) ?? '').trimEnd())) lines.pop();
  return start + lines.join('').length;
}
