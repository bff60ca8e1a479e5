import { child, type Json } from '@toolmark/core';
import { commonEntry } from '../config/common-entry.ts';
import { type ConfigKind, isYaml } from '../config/config-kind.ts';
import { jsonSections } from '../config/json-sections.ts';
import { jsonOf, readJsonc } from '../config/read-jsonc.ts';
import { continueServers, gooseServers } from '../config/yaml-servers.ts';
import { tomlEntries } from './toml-entries.ts';

/** From where to where something stands in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A server in the text of a config file. */
export interface ConfigEntry {
  readonly key: string;
  /** Where in the file, as a JSON pointer. */
  readonly pointer: string;
  /** Throws for this entry alone. */
  readonly read: () => Json;
  /** The same with the names that most hosts use. */
  readonly common: () => Json;
  /** In TOML, tables of one server may be apart. None, where an entry cannot be replaced without touching others. */
  readonly spans: readonly Span[];
}

/** Every server of a file, also of projects that are not at hand; throws when the file cannot be read. */
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
