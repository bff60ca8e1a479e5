import { child } from '@toolmark/core';
import { parse, TomlError } from 'smol-toml';
import { readCodex } from '../config/parse-codex.ts';
import type { ConfigEntry, Span } from './config-entries.ts';

/** The servers of Codex's config, with the lines of their tables. One that is written otherwise has no spans. */
export function tomlEntries(text: string): Omit<ConfigEntry, 'common'>[] {
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

/** Every line that looks like the head of a table; whoever edits must look whether the result is what was meant. */
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

/** What a head names, said by the parser itself: `[a."b.c"]` is a, then b.c. */
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

/** Empty lines and comments before the next head belong to what follows. */
function endOf(text: string, start: number, limit: number): number {
  const lines = text.slice(start, limit).split(/(?<=\n)/);
  while (lines.length > 1 && /^\s*(#.*)?$/.test((lines.at(-1) ?? '').trimEnd())) lines.pop();
  return start + lines.join('').length;
}
