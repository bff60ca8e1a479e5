import { type Digest, isJsonObject, type Json, type JsonObject, member } from '@toolmark/core';
import { parse, stringify } from 'smol-toml';
import type { ConfigKind } from '../config/parse-server-config.ts';
import { jsonOf, memberNode, readJsonc } from '../config/read-jsonc.ts';
import { refuse } from '../config/refuse-entry.ts';
import { findConfigEntries } from './config-entries.ts';

/** What a config held before the guard came in: the original texts of its entries, by key, and how to go back. */
export interface SideFile {
  readonly note: SideNote;
  readonly originals: ReadonlyMap<string, string>;
}

export interface SideNote {
  /** The digest of the config as it was written. */
  readonly written: Digest;
  /** Absent when the backup no longer is what the config was before. */
  readonly backup?: { readonly file: string; readonly digest: Digest };
}

/** `mcp.json` → `mcp.toolmark.json`: of the same kind as the config, so that its texts mean the same. */
export function sidePath(config: string): string {
  return config.replace(/(\.[^./\\]+)$/, '.toolmark$1');
}

export function formatSideFile({ note, originals }: SideFile, kind: ConfigKind): string {
  if (kind === 'codex') return [stringify({ toolmark: note }), ...originals.values()].join('\n');
  const entries = [...originals].map(([key, text]) => `    ${JSON.stringify(key)}: ${text}`).join(',\n');
  return `{\n  "toolmark": ${JSON.stringify(note)},\n  "mcpServers": {\n${entries}\n  }\n}\n`;
}

export function parseSideFile(text: string, kind: ConfigKind): SideFile {
  const entries = findConfigEntries(text, kind);
  const note = kind === 'codex' ? member(parse(text) as JsonObject, 'toolmark') : noteOf(text);
  if (!isNote(note)) refuse('config.malformed', 'It was not written by "toolmark install".');
  const originals = entries.map(({ key, spans }): [string, string] => [
    key,
    spans.map(({ start, end }) => text.slice(start, end)).join('\n'),
  ]);
  return { note, originals: new Map(originals) };
}

/** Anybody may have written it: a project brings its files along. */
function isNote(value: Json | undefined): value is Json & SideNote {
  if (!isJsonObject(value) || typeof member(value, 'written') !== 'string') return false;
  const backup = member(value, 'backup');
  if (backup === undefined) return true;
  return isJsonObject(backup) && ['file', 'digest'].every(name => typeof member(backup, name) === 'string');
}

function noteOf(text: string): JsonObject | undefined {
  const node = memberNode(readJsonc(text), 'toolmark');
  const note = node === undefined ? undefined : jsonOf(node);
  return isJsonObject(note) ? note : undefined;
}
