import { isDeepStrictEqual } from 'node:util';
import { type Json, type JsonObject, ToolmarkError } from '@toolmark/core';
import { parse, stringify } from 'smol-toml';
import { type ConfigKind, isYaml } from '../config/config-kind.ts';
import { type ConfigEntry, findConfigEntries } from './config-entries.ts';
import { formatYamlEntry, yamlRest } from './yaml-text.ts';

/** An entry and its new text. */
export interface Replacement {
  readonly entry: ConfigEntry;
  readonly text: string;
}

/** Replaces entries in a config; every other byte stays. */
export function replaceEntries(text: string, kind: ConfigKind, replacements: readonly Replacement[]): string {
  const edits = replacements.flatMap(({ entry, text: replacement }) =>
    entry.spans.map((span, index) => ({ ...span, text: index === 0 ? replacement : '' })),
  );
  let result = '';
  let from = 0;
  for (const { start, end, text: piece } of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(from, start) + piece;
    from = end;
  }
  result += text.slice(from);
  refuseOtherChanges(text, result, kind, replacements);
  return result;
}

/** A multi-line string may look like a table. Refuses a result that does not parse as intended. */
function refuseOtherChanges(
  before: string,
  after: string,
  kind: ConfigKind,
  replacements: readonly Replacement[],
): void {
  const pointers = new Set(replacements.map(({ entry }) => entry.pointer));
  const others = (text: string): unknown =>
    findConfigEntries(text, kind)
      .filter(({ pointer }) => !pointers.has(pointer))
      .map(({ pointer, read }) => [pointer, attempt(read)]);
  const isWhole = replacements.every(({ entry }) => entry.spans.length > 0) && areThere(pointers, after, kind);
  if (isWhole && isDeepStrictEqual(others(before), others(after)) && isRestSame(before, after, kind)) return;
  const next = isYaml(kind)
    ? 'Write each server on its own lines, without braces around the list.'
    : 'Write each as [mcp_servers.KEY].';
  throw new ToolmarkError('install.unsupported', `The servers cannot be edited separately. ${next}`);
}

function areThere(pointers: ReadonlySet<string>, text: string, kind: ConfigKind): boolean {
  try {
    const found = new Set(findConfigEntries(text, kind).map(({ pointer }) => pointer));
    return [...pointers].every(pointer => found.has(pointer));
  } catch (error) {
    if (error instanceof ToolmarkError) return false;
    throw error;
  }
}

function attempt(read: () => Json): unknown {
  try {
    return read();
  } catch (error) {
    return String(error);
  }
}

/** JSON positions come from the parser; in TOML and YAML whole lines are replaced. */
function isRestSame(before: string, after: string, kind: ConfigKind): boolean {
  if (isYaml(kind)) return isDeepStrictEqual(yamlRest(before, kind), yamlRest(after, kind));
  if (kind !== 'codex') return true;
  const rest = (text: string): unknown => ({ ...parse(text), mcp_servers: undefined });
  return isDeepStrictEqual(rest(before), rest(after));
}

/** The text of a new entry, formatted like the file around it. */
export function formatEntry(
  text: string,
  kind: ConfigKind,
  { key, pointer, spans }: ConfigEntry,
  value: JsonObject,
): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  if (kind === 'codex')
    return (
      stringify({ mcp_servers: { [key]: value } })
        .trimEnd()
        .replaceAll('\n', lineEnd) + lineEnd
    );
  if (isYaml(kind)) return formatYamlEntry(text, kind, { key, spans }, value).replaceAll('\n', lineEnd);
  const start = spans[0]?.start ?? 0;
  const [indent = ''] = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', start - 1) + 1, start)) ?? [];
  if (indent === '') return JSON.stringify(value);
  const depth = pointer.split('/').length - 1;
  const unit = indent.includes('\t') ? '\t' : Math.max(2, Math.round(indent.length / depth));
  return JSON.stringify(value, null, unit).replaceAll('\n', `${lineEnd}${indent}`);
}
