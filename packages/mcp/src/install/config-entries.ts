import { child, type Json } from '@toolmark/core';
import type { ConfigKind } from '../config/parse-server-config.ts';
import { type JsoncNode, jsonOf, memberNode, members, readJsonc } from '../config/read-jsonc.ts';
import { refuse } from '../config/refuse-entry.ts';
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
  /** In TOML, tables of one server may stand apart. */
  readonly spans: readonly Span[];
}

/** Every server of a file, also of projects that are not at hand; throws when the file cannot be read. */
export function findConfigEntries(text: string, kind: ConfigKind): ConfigEntry[] {
  return kind === 'codex' ? tomlEntries(text) : jsonEntries(text, kind);
}

type Section = readonly [pointer: string, node: JsoncNode | undefined];

function jsonEntries(text: string, kind: ConfigKind): ConfigEntry[] {
  const root = readJsonc(text);
  if (root.type !== 'object') refuse('config.malformed', 'The file is no object.');
  return sectionsOf(root, kind).flatMap(([pointer, section]) =>
    section === undefined ? [] : within(pointer, section),
  );
}

function sectionsOf(root: JsoncNode, kind: ConfigKind): Section[] {
  const own: Section = ['/mcpServers', memberNode(root, 'mcpServers')];
  if (kind !== 'claude-code') {
    const settings = memberNode(memberNode(root, 'mcp'), 'servers');
    return [own, ['/servers', memberNode(root, 'servers')], ['/mcp/servers', settings]];
  }
  const projects = memberNode(root, 'projects');
  const inProjects = projects === undefined ? [] : members(projects);
  return [
    own,
    ...inProjects.map(
      ([name, node]): Section => [`${child('/projects', name)}/mcpServers`, memberNode(node, 'mcpServers')],
    ),
  ];
}

function within(pointer: string, section: JsoncNode): ConfigEntry[] {
  if (section.type !== 'object') refuse('config.malformed', 'The list of servers is no object.');
  return members(section).map(([key, node]) => ({
    key,
    pointer: child(pointer, key),
    read: () => jsonOf(node),
    spans: [{ start: node.offset, end: node.offset + node.length }],
  }));
}
