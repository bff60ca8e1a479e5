import { isDeepStrictEqual } from 'node:util';
import { type Digest, isJsonObject, type Json, type JsonObject, member, ToolmarkError } from '@toolmark/core';
import { parse, stringify } from 'smol-toml';
import { type ConfigKind, isYaml } from '../config/config-kind.ts';
import { jsonOf, memberNode, readJsonc } from '../config/read-jsonc.ts';
import { jsonOfYaml, readYaml, yamlMembers } from '../config/read-yaml.ts';
import { refuse } from '../config/refuse-entry.ts';
import { findConfigEntries } from './config-entries.ts';
import { YAML_LISTS } from './yaml-text.ts';

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

/** What the list of servers is called in JSON, where the host does not call it `mcpServers`. */
const JSON_LISTS: Partial<Record<ConfigKind, string>> = { opencode: 'mcp', zed: 'context_servers' };

/** `mcp.json` → `mcp.toolmark.json`: of the same kind as the config, so that its texts mean the same. */
export function sidePath(config: string): string {
  return config.replace(/(\.[^./\\]+)$/, '.toolmark$1');
}

export function formatSideFile({ note, originals }: SideFile, kind: ConfigKind): string {
  if (kind === 'codex') return [stringify({ toolmark: note }), ...originals.values()].join('\n');
  if (isYaml(kind)) return formatYamlSide({ note, originals }, kind);
  const entries = [...originals].map(([key, text]) => `    ${JSON.stringify(key)}: ${text}`).join(',\n');
  return `{\n  "toolmark": ${JSON.stringify(note)},\n  "${JSON_LISTS[kind] ?? 'mcpServers'}": {\n${entries}\n  }\n}\n`;
}

export function parseSideFile(text: string, kind: ConfigKind): SideFile {
  const entries = findConfigEntries(text, kind);
  const note = noteOf(text, kind);
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

/** Lines of one indentation, as they were in the config. Those of differently indented files do not fit into one. */
function formatYamlSide(side: SideFile, kind: 'goose' | 'continue'): string {
  const { note, originals } = side;
  const lines = [`toolmark: ${JSON.stringify(note)}`, `${YAML_LISTS[kind]}:`, ...originals.values()];
  const text = `${lines.join('\n')}\n`;
  if (isDeepStrictEqual(attemptOriginals(text, kind), originals)) return text;
  const next = 'Run install with --undo, and install again.';
  throw new ToolmarkError('install.unsupported', `Entries that were guarded before are indented differently. ${next}`);
}

function attemptOriginals(text: string, kind: ConfigKind): SideFile['originals'] | undefined {
  try {
    return parseSideFile(text, kind).originals;
  } catch (error) {
    if (error instanceof ToolmarkError) return undefined;
    throw error;
  }
}

function noteOf(text: string, kind: ConfigKind): Json | undefined {
  if (kind === 'codex') return member(parse(text) as JsonObject, 'toolmark');
  if (isYaml(kind)) return jsonOfYaml(yamlMembers(readYaml(text)).find(({ key }) => key === 'toolmark')?.value);
  const node = memberNode(readJsonc(text), 'toolmark');
  const note = node === undefined ? undefined : jsonOf(node);
  return isJsonObject(note) ? note : undefined;
}
