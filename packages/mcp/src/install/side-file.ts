import { isDeepStrictEqual } from 'node:util';
import { type Digest, isJsonObject, type Json, type JsonObject, member, ToolmarkError } from '@toolmark/core';
import { parse, stringify } from 'smol-toml';
import { refuse } from '../config/codes.ts';
import { type ConfigKind, isYaml } from '../config/config-kind.ts';
import { jsonOf, memberNode, readJsonc } from '../config/read-jsonc.ts';
import { jsonOfYaml, readYaml, yamlMembers } from '../config/read-yaml.ts';
import { findConfigEntries } from './config-entries.ts';
import { YAML_LISTS } from './yaml-text.ts';

/** The original entries of a config by key, and how to restore them. */
export interface SideFile {
  readonly note: SideNote;
  readonly originals: ReadonlyMap<string, string>;
}

export interface SideNote {
  /** The digest of the config after install. */
  readonly written: Digest;
  /** Absent if the backup is not the config before install. */
  readonly backup?: { readonly file: string; readonly digest: Digest };
}

/** The name of the list of servers, if not `mcpServers`. */
const JSON_LISTS: Partial<Record<ConfigKind, string>> = { opencode: 'mcp', zed: 'context_servers' };

/** `mcp.json` → `mcp.toolmark.json`: of the same kind as the config, so that entries keep their meaning. */
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
  if (!isNote(note)) refuse('config.malformed', 'The side file was not written by "toolmark install".');
  const originals = entries.map(({ key, spans }): [string, string] => [
    key,
    spans.map(({ start, end }) => text.slice(start, end)).join('\n'),
  ]);
  return { note, originals: new Map(originals) };
}

/** The side file may come from an untrusted project. */
function isNote(value: Json | undefined): value is Json & SideNote {
  if (!isJsonObject(value) || typeof member(value, 'written') !== 'string') return false;
  const backup = member(value, 'backup');
  if (backup === undefined) return true;
  return isJsonObject(backup) && ['file', 'digest'].every(name => typeof member(backup, name) === 'string');
}

/** Originals keep their indentation, which must be the same for all of them. */
function formatYamlSide(side: SideFile, kind: 'goose' | 'continue'): string {
  const { note, originals } = side;
  const lines = [`toolmark: ${JSON.stringify(note)}`, `${YAML_LISTS[kind]}:`, ...originals.values()];
  const text = `${lines.join('\n')}\n`;
  if (isDeepStrictEqual(attemptOriginals(text, kind), originals)) return text;
  const next = 'Run "toolmark install --undo", then install again.';
  throw new ToolmarkError('install.unsupported', `Entries guarded earlier have another indentation. ${next}`);
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
