import { type JsonObject, MCP_MEMBERS } from '@toolmark/core';
import { refuseTwins } from './refuse-twins.ts';

/** One of the four lists a server shows. */
export interface ListKind {
  readonly method: string;
  /** The member of the result that holds the items. */
  readonly member: 'tools' | 'prompts' | 'resources' | 'resourceTemplates';
  /** The capability that declares the list. */
  readonly capability: string;
  readonly item: string;
  /** The member that tells items apart. */
  readonly id: 'name' | 'uri' | 'uriTemplate';
  readonly known: readonly string[];
}

export const LIST_KINDS = {
  tools: {
    method: 'tools/list',
    member: 'tools',
    capability: 'tools',
    item: 'tool',
    id: 'name',
    known: MCP_MEMBERS.tools,
  },
  prompts: {
    method: 'prompts/list',
    member: 'prompts',
    capability: 'prompts',
    item: 'prompt',
    id: 'name',
    known: MCP_MEMBERS.prompts,
  },
  resources: {
    method: 'resources/list',
    member: 'resources',
    capability: 'resources',
    item: 'resource',
    id: 'uri',
    known: MCP_MEMBERS.resources,
  },
  templates: {
    method: 'resources/templates/list',
    member: 'resourceTemplates',
    capability: 'resources',
    item: 'resource template',
    id: 'uriTemplate',
    known: MCP_MEMBERS.templates,
  },
} as const satisfies Readonly<Record<string, ListKind>>;

export type ListName = keyof typeof LIST_KINDS;
export const LIST_NAMES = Object.keys(LIST_KINDS) as readonly ListName[];

const PAGE_MEMBERS = ['nextCursor', '_meta', 'resultType', 'ttlMs', 'cacheScope'];

/** Throws when programs would not agree which members of a page count. */
export function refusePageTwins(page: JsonObject, kind: ListKind): void {
  refuseTwins(page, `an answer to ${kind.method}`, [kind.member, ...PAGE_MEMBERS]);
}
