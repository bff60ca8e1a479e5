import { child, isJsonObject, type Json, member } from '@toolmark/core';
import { refuse } from './codes.ts';
import { isFlow, jsonOfYaml, readYaml, type YamlNode, yamlItems, yamlMembers } from './read-yaml.ts';

/** A server in a YAML file. */
export interface YamlServer {
  readonly key: string;
  /** JSON pointer. */
  readonly pointer: string;
  /** Throws for this entry alone. */
  readonly read: () => Json;
  /** Its lines, without the last line end; undefined if it shares a line with others. */
  readonly lines: { readonly start: number; readonly end: number } | undefined;
}

/** Extensions built into Goose, which are not servers. */
const GOOSE_PARTS = new Set<Json | undefined>(['builtin', 'platform', 'frontend']);

/** The extensions of Goose that are servers. */
export function gooseServers(text: string): YamlServer[] {
  const section = sectionOf(text, 'extensions');
  if (section === undefined) return [];
  const members = yamlMembers(section);
  if (members.length === 0 && !isEmptyMapping(section))
    refuse('config.malformed', 'The list of servers is not a mapping.');
  return members
    .filter(({ value }) => !GOOSE_PARTS.has(typeOf(value)))
    .map(({ key, keyNode, value }) => ({
      key,
      pointer: child('/extensions', key),
      read: () => jsonOfYaml(value),
      lines: isFlow(section) ? undefined : linesOf(text, keyNode, value ?? keyNode),
    }));
}

function isEmptyMapping(section: YamlNode): boolean {
  const value = jsonOfYaml(section);
  return value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}

function typeOf(node: YamlNode | undefined): Json | undefined {
  const type = yamlMembers(node).find(({ key }) => key === 'type')?.value;
  return type === undefined ? undefined : jsonOfYaml(type);
}

/** The servers of Continue: list items with their key in `name`. */
export function continueServers(text: string): YamlServer[] {
  const section = sectionOf(text, 'mcpServers');
  if (section === undefined) return [];
  const items = yamlItems(section);
  if (items.length === 0 && !isEmptyList(section)) refuse('config.malformed', 'The list of servers is not a list.');
  const servers = items.map((item, index) => ({
    key: nameOf(item, index),
    pointer: child('/mcpServers', String(index)),
    read: () => jsonOfYaml(item),
    lines: isFlow(section) ? undefined : linesOf(text, item, item),
  }));
  const twin = servers.find(({ key }, index) => servers.findIndex(other => other.key === key) !== index);
  if (twin !== undefined) refuse('config.duplicate-key', `Two servers have the name ${JSON.stringify(twin.key)}.`);
  return servers;
}

function isEmptyList(section: YamlNode): boolean {
  const value = jsonOfYaml(section);
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** Hub blocks (`uses:`) and items without a name get one from their position. */
function nameOf(item: YamlNode, index: number): string {
  try {
    const value = jsonOfYaml(item);
    const name = isJsonObject(value) ? (member(value, 'name') ?? member(value, 'uses')) : undefined;
    return typeof name === 'string' && name !== '' ? name : `mcpServers ${index + 1}`;
  } catch {
    return `mcpServers ${index + 1}`;
  }
}

function sectionOf(text: string, name: string): YamlNode | undefined {
  const root = readYaml(text);
  const members = yamlMembers(root);
  if (root !== undefined && members.length === 0 && jsonOfYaml(root) !== null && !isJsonObject(jsonOfYaml(root))) {
    refuse('config.malformed', 'The file is not a mapping.');
  }
  return members.find(({ key }) => key === name)?.value;
}

/** The lines from first to last node, if nothing else is on them. */
function linesOf(text: string, first: YamlNode, last: YamlNode): YamlServer['lines'] {
  const from = first.range?.[0];
  const to = last.range?.[1];
  if (from === undefined || to === undefined) return undefined;
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const isAlone = /^[ \t]*(?:- *)?$/.test(text.slice(start, from));
  return isAlone ? { start, end: endOfLine(text, start + text.slice(start, to).trimEnd().length) } : undefined;
}

/** Includes a trailing comment, excludes the line end. */
function endOfLine(text: string, at: number): number {
  const next = text.indexOf('\n', at);
  const end = next < 0 ? text.length : next;
  return end > 0 && text[end - 1] === '\r' ? end - 1 : end;
}
