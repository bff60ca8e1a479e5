import type { JsonObject } from '@toolmark/core';
import { stringify } from 'yaml';
import { readYaml, yamlMembers } from '../config/read-yaml.ts';
import type { ConfigEntry } from './config-entries.ts';

type YamlKind = 'goose' | 'continue';

/** The name of the list of servers. */
export const YAML_LISTS: Readonly<Record<YamlKind, string>> = { goose: 'extensions', continue: 'mcpServers' };

/** The lines of a new entry, indented like the one it replaces. Strings are quoted: `yes` must stay a string for every parser. */
export function formatYamlEntry(
  text: string,
  kind: YamlKind,
  { key, spans }: Pick<ConfigEntry, 'key' | 'spans'>,
  value: JsonObject,
): string {
  const written = stringify(kind === 'goose' ? { [key]: value } : [value], {
    lineWidth: 0,
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
  });
  const [indent = ''] = /^[ \t]*/.exec(text.slice(spans[0]?.start ?? 0)) ?? [];
  return written.trimEnd().replaceAll(/^/gm, text === '' ? '  ' : indent);
}

/** All other members of the file, verbatim. */
export function yamlRest(text: string, kind: YamlKind): unknown {
  return yamlMembers(readYaml(text))
    .filter(({ key }) => key !== YAML_LISTS[kind])
    .map(({ key, value }) => [key, value?.range ? text.slice(value.range[0], value.range[1]) : '']);
}
