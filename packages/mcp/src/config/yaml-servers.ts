import { child, isJsonObject, type Json, member } from '@toolmark/core';
import { isFlow, jsonOfYaml, readYaml, type YamlNode, yamlItems, yamlMembers } from './read-yaml.ts';
import { refuse } from './refuse-entry.ts';

/** A server in a YAML file. */
export interface YamlServer {
  readonly key: string;
  /** Where in the file, as a JSON pointer. */
  readonly pointer: string;
  /** Throws for this entry alone. */
  readonly read: () => Json;
  /** Its whole lines, without the last line end; absent where it shares lines with others. */
  readonly lines: { readonly start: number; readonly end: number } | undefined;
}

/** What is a part of Goose itself, and is not reached as a server. */
const GOOSE_PARTS = new Set<Json | undefined>(['builtin', 'platform', 'frontend']);

/** The extensions of Goose that are servers; those that are a part of it are skipped. */
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

/** The servers of Continue, which are items of a list and have their key in `name`. */
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

/** A block of the hub (`uses:`) or an item without a name is named by its place. */
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

/** From the first line to the last, if nothing else is on them. */
function linesOf(text: string, first: YamlNode, last: YamlNode): YamlServer['lines'] {
  const from = first.range?.[0];
  const to = last.range?.[1];
  if (from === undefined || to === undefined) return undefined;
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const isAlone = /^[ \t]*(?:- *)?$/.test(text.slice(start, from));
  return isAlone ? { start, end: endOfLine(text, start + text.slice(start, to).trimEnd().length) } : undefined;
}

/** With a comment that follows on the same line, and without the line end. */
function endOfLine(text: string, at: number): number {
  const next = text.indexOf('\n', at);
  const end = next < 0 ? text.length : next;
  return end > 0 && text[end - 1] === '\r' ? end - 1 : end;
}
