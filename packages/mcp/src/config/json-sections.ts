import { child } from '@toolmark/core';
import { refuse } from './codes.ts';
import type { ConfigKind } from './config-kind.ts';
import { type JsoncNode, memberNode, members } from './read-jsonc.ts';

/** A list of servers in a JSON file. */
export interface JsonSection {
  /** JSON pointer. */
  readonly pointer: string;
  /** The project folder, in Claude Code's file. */
  readonly project?: string;
  /** Servers by key; throws if the list is not an object or has a duplicate key. */
  readonly entries: () => (readonly [key: string, node: JsoncNode])[];
}

/** Every list of servers in a file, including those of other projects. */
export function jsonSections(root: JsoncNode, kind: ConfigKind): JsonSection[] {
  if (root.type !== 'object') refuse('config.malformed', 'The file is not an object.');
  if (kind === 'zed') return sections(['/context_servers', memberNode(root, 'context_servers')]);
  if (kind === 'opencode') return openCodeSections(memberNode(root, 'mcp'));
  const own = sections(['/mcpServers', memberNode(root, 'mcpServers')]);
  if (kind === 'claude-code') return [...own, ...claudeProjects(memberNode(root, 'projects'))];
  return [
    ...own,
    ...sections(
      ['/servers', memberNode(root, 'servers')],
      ['/mcp/servers', memberNode(memberNode(root, 'mcp'), 'servers')],
    ),
  ];
}

function sections(...found: readonly (readonly [pointer: string, node: JsoncNode | undefined])[]): JsonSection[] {
  return found.flatMap(([pointer, node]) => (node === undefined ? [] : [{ pointer, entries: () => entriesOf(node) }]));
}

function entriesOf(section: JsoncNode): (readonly [string, JsoncNode])[] {
  if (section.type !== 'object') refuse('config.malformed', 'The list of servers is not an object.');
  return members(section);
}

function claudeProjects(projects: JsoncNode | undefined): JsonSection[] {
  return (projects === undefined ? [] : members(projects)).flatMap(([project, node]) =>
    sections([`${child('/projects', project)}/mcpServers`, memberNode(node, 'mcpServers')]).map(section => ({
      ...section,
      project,
    })),
  );
}

/** Version 1 has servers in `mcp`, version 2 in `mcp.servers`. */
function openCodeSections(mcp: JsoncNode | undefined): JsonSection[] {
  if (mcp === undefined) return [];
  const listed = memberNode(mcp, 'servers');
  if (listed?.type !== 'object' || isEntry(listed)) return sections(['/mcp', mcp]);
  const direct = { pointer: '/mcp', entries: () => members(mcp).filter(([, node]) => isEntry(node)) };
  return [direct, ...sections(['/mcp/servers', listed])];
}

function isEntry(node: JsoncNode): boolean {
  return memberNode(node, 'type')?.type === 'string';
}
