import { MCP_MEMBERS } from './mcp-members.ts';

/** One of the four lists of an MCP server. */
export interface ListKind {
  /** The request that returns the list. */
  readonly method: string;
  /** The member of the result that holds the items. */
  readonly member: 'tools' | 'prompts' | 'resources' | 'resourceTemplates';
  /** The capability that declares the list. */
  readonly capability: 'tools' | 'prompts' | 'resources';
  /** The notification that the list has changed. */
  readonly changed: string;
  /** One item, in change types such as `template_added`. */
  readonly word: 'tool' | 'prompt' | 'resource' | 'template';
  /** One item, in messages. */
  readonly item: string;
  /** The member that identifies an item. */
  readonly key: 'name' | 'uri' | 'uriTemplate';
  /** The members of an item that MCP defines. */
  readonly known: readonly string[];
}

/** The lists of MCP, by their name in snapshots and lock files. */
export const LIST_KINDS = {
  tools: {
    method: 'tools/list',
    member: 'tools',
    capability: 'tools',
    changed: 'notifications/tools/list_changed',
    word: 'tool',
    item: 'tool',
    key: 'name',
    known: MCP_MEMBERS.tools,
  },
  prompts: {
    method: 'prompts/list',
    member: 'prompts',
    capability: 'prompts',
    changed: 'notifications/prompts/list_changed',
    word: 'prompt',
    item: 'prompt',
    key: 'name',
    known: MCP_MEMBERS.prompts,
  },
  resources: {
    method: 'resources/list',
    member: 'resources',
    capability: 'resources',
    changed: 'notifications/resources/list_changed',
    word: 'resource',
    item: 'resource',
    key: 'uri',
    known: MCP_MEMBERS.resources,
  },
  templates: {
    method: 'resources/templates/list',
    member: 'resourceTemplates',
    capability: 'resources',
    changed: 'notifications/resources/list_changed',
    word: 'template',
    item: 'resource template',
    key: 'uriTemplate',
    known: MCP_MEMBERS.templates,
  },
} as const satisfies Readonly<Record<string, ListKind>>;

export type ListName = keyof typeof LIST_KINDS;
export const LIST_NAMES = Object.keys(LIST_KINDS) as readonly ListName[];
