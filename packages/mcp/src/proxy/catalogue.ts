import {
  type CompiledPolicy,
  cleanSnapshot,
  cleanTool,
  type JsonObject,
  type LockedServer,
  type LockedTool,
  MetadataError,
  type MetadataPolicy,
  nameTools,
  parseUrl,
  type Snapshot,
} from '@toolmark/core';
import { LIST_NAMES, type ListName } from '@toolmark/core/formats';
import { planTool, type ToolPlan } from '@toolmark/core/guard';
import type { LockedItem } from '@toolmark/core/lock';
import type { CleanChange, CleanTool, NameTable } from '@toolmark/core/text';
import { compileTemplate, type TemplateMatcher } from './decide/match-template.ts';
import { hasBadHeader } from './decide/mirrored-arguments.ts';

/** A locked item and how clients see it. */
export interface Offered<Item extends LockedItem = LockedItem> {
  readonly server: string;
  /** Its name or URI on the server. */
  readonly id: string;
  /** Its name or URI for clients. */
  readonly alias: string;
  readonly locked: Item;
  /** What is delivered: the locked definition, cleaned, under its alias. */
  readonly shown: JsonObject;
}

export interface OfferedTool extends Offered<LockedTool> {
  readonly plan: ToolPlan;
  /** How it was cleaned: enum values are mapped back for the server. */
  readonly clean: CleanTool;
}

export interface OfferedTemplate extends Offered {
  readonly matcher: TemplateMatcher | undefined;
}

/** Why an item does not reach clients. */
export interface WithheldReason {
  readonly code: string;
  readonly explain: string;
}

/** A locked item that clients do not get. */
export interface Undeliverable extends WithheldReason {
  readonly server: string;
  readonly list: ListName;
  readonly id: string;
}

/** A change made by cleaning; without a list, to the instructions. */
export interface Cleaned {
  readonly server: string;
  readonly list?: ListName;
  readonly id: string;
  readonly change: CleanChange;
}

const BAD_HEADER = 'Its x-mcp-header is not a valid header name, or is used twice.';

/** Everything that may pass, computed from the lock and the policy before any server answers. */
export class Catalogue {
  readonly tools = new Shelf<OfferedTool>();
  readonly prompts = new Shelf<Offered>();
  readonly resources = new Shelf<Offered>();
  readonly templates = new Shelf<OfferedTemplate>();
  /** Locked items that cannot be delivered safely. */
  readonly problems: Undeliverable[] = [];
  /** Texts that are delivered cleaned. */
  readonly cleaned: Cleaned[] = [];
  private readonly problemsById = new Map<string, Undeliverable>();
  /** By server: locked instructions and their cleaned text. */
  private readonly instructions = new Map<string, Map<string, string>>();

  constructor(servers: ReadonlyMap<string, LockedServer>, policy: CompiledPolicy, metadata: MetadataPolicy) {
    const toolNames = namesOf(servers, 'tools', metadata);
    const promptNames = namesOf(servers, 'prompts', metadata);
    for (const error of toolNames.problems) this.refuse(unsafe('tools', error));
    for (const error of promptNames.problems) this.refuse(unsafe('prompts', error));
    for (const [server, locked] of servers) {
      for (const view of [locked, ...otherDefinitions(locked)]) {
        this.addTools(server, view, toolNames, policy, metadata);
        this.addOthers(server, view, promptNames, metadata);
      }
    }
    for (const list of ['resources', 'templates'] as const) this.refuseShared(list, servers.keys());
  }

  /** Why a locked item is never delivered. */
  problemOf(server: string, list: ListName, id: string): Undeliverable | undefined {
    return this.problemsById.get(problemKey(server, list, id));
  }

  private refuse(problem: Undeliverable): void {
    this.problems.push(problem);
    this.problemsById.set(problemKey(problem.server, problem.list, problem.id), problem);
  }

  /** A server prefix in front of a name is not a change of text. */
  private noteCleaned(server: string, list: ListName, id: string, changes: readonly CleanChange[]): void {
    for (const change of changes) if (change.kind !== 'renamed') this.cleaned.push({ server, list, id, change });
  }

  private refuseShared(list: 'resources' | 'templates', servers: Iterable<string>): void {
    const shelf = this.shelf(list);
    const code = 'guard.ambiguous-uri';
    const explain = 'Several servers offer this URI, so a client cannot choose one.';
    for (const server of servers)
      for (const { id } of shelf.allOf(server))
        if (shelf.shared.has(id)) this.refuse({ server, list, id, code, explain });
  }

  /** The cleaned text of these instructions; undefined if they are not locked. */
  instructionsOf(server: string, text: string): string | undefined {
    return this.instructions.get(server)?.get(text);
  }

  shelf(list: ListName): Shelf<Offered> {
    return this[list];
  }

  private addTools(
    server: string,
    { tools }: LockedServer,
    names: NameTable,
    policy: CompiledPolicy,
    metadata: MetadataPolicy,
  ): void {
    for (const [id, locked] of tools) {
      const alias = names.toAlias(server, id);
      if (alias === undefined) continue;
      if (hasBadHeader(locked.definition)) {
        this.refuse({ server, list: 'tools', id, code: 'guard.bad-header', explain: BAD_HEADER });
        continue;
      }
      try {
        const clean = cleanTool(locked.definition, metadata, server, alias);
        const isAdded = metadata.descriptionMode === 'server' && !Object.hasOwn(locked.definition, 'description');
        const changes = isAdded ? clean.changes.filter(({ pointer }) => pointer !== '/description') : clean.changes;
        this.noteCleaned(server, 'tools', id, changes);
        const shown = isAdded ? withoutDescription(clean.tool) : clean.tool;
        this.tools.add({ server, id, alias, locked, shown, plan: planTool(server, locked, policy), clean });
      } catch (error) {
        if (!(error instanceof MetadataError)) throw error;
        this.refuse(unsafe('tools', error));
      }
    }
  }

  private addOthers(server: string, locked: LockedServer, names: NameTable, metadata: MetadataPolicy): void {
    const { snapshot, problems, changes } = cleanSnapshot(snapshotOf(locked), metadata, server);
    for (const change of changes) {
      const [, list = '', index = ''] = change.pointer.split('/');
      const id = isListed(list) ? [...locked[list].keys()][Number(index)] : undefined;
      if (id !== undefined && isListed(list)) this.noteCleaned(server, list, id, [change]);
      else this.cleaned.push({ server, id: 'instructions', change });
    }
    for (const error of problems) this.refuse(unsafe(listOf(error), error));
    if (locked.instructions !== undefined && snapshot.instructions !== undefined) {
      const known = this.instructions.get(server) ?? new Map<string, string>();
      this.instructions.set(server, known.set(locked.instructions, snapshot.instructions));
    }
    for (const shown of snapshot.prompts) {
      const alias = names.toAlias(server, shown.name);
      const item = locked.prompts.get(shown.name);
      if (alias === undefined || item === undefined) continue;
      this.prompts.add({ server, id: shown.name, alias, locked: item, shown: { ...shown, name: alias } });
    }
    for (const shown of snapshot.resources) {
      const item = locked.resources.get(shown.uri);
      if (isUnpinned(shown.uri)) this.refuse(unpinned(server, 'resources', shown.uri));
      else if (item !== undefined) this.resources.add({ server, id: shown.uri, alias: shown.uri, locked: item, shown });
    }
    for (const shown of snapshot.templates) {
      const { uriTemplate: id } = shown;
      const item = locked.templates.get(id);
      if (isUnpinned(id)) this.refuse(unpinned(server, 'templates', id));
      if (item === undefined || isUnpinned(id)) continue;
      this.templates.add({ server, id, alias: id, locked: item, shown, matcher: compileTemplate(id) });
    }
  }
}

/** Cleaning adds a description to every tool; the guard delivers only what is locked. */
function withoutDescription({ description: _, ...tool }: JsonObject): JsonObject {
  return tool;
}

function isListed(list: string): list is 'prompts' | 'resources' | 'templates' {
  return list === 'prompts' || list === 'resources' || list === 'templates';
}

/** The variants of all items as servers of their own: the first variant of each item, then the second, and so on. */
function otherDefinitions({ serverInfo, surfaceDigest, ...locked }: LockedServer): LockedServer[] {
  const { instructionVariants = [], ...lists } = locked;
  const nth = <Item extends { readonly variants?: readonly Item[] }>(items: ReadonlyMap<string, Item>, n: number) =>
    new Map([...items].flatMap(([name, { variants }]) => (variants?.[n] === undefined ? [] : [[name, variants[n]]])));
  const count = Math.max(
    instructionVariants.length,
    ...LIST_NAMES.flatMap(list => [...lists[list].values()].map(({ variants = [] }) => variants.length)),
  );
  return Array.from({ length: count }, (_, n) => ({
    ...{ serverInfo, surfaceDigest },
    ...(instructionVariants[n] === undefined ? {} : { instructions: instructionVariants[n] }),
    tools: nth(lists.tools, n),
    prompts: nth(lists.prompts, n),
    resources: nth(lists.resources, n),
    templates: nth(lists.templates, n),
  }));
}

/** The items of one list, by alias and by server. */
export class Shelf<Item extends Offered> {
  private readonly byAlias = new Map<string, Item>();
  private readonly byServer = new Map<string, Map<string, Item>>();
  /** Further locked definitions of an item. */
  private readonly variants = new Map<Item, Item[]>();
  /** URIs that several servers offer: they cannot be renamed, so they are ambiguous. */
  readonly shared = new Set<string>();

  add(item: Item): void {
    const first = this.of(item.server, item.id);
    if (first !== undefined) {
      this.variants.set(first, [...(this.variants.get(first) ?? []), item]);
      return;
    }
    if (this.byAlias.has(item.alias)) this.shared.add(item.alias);
    this.byAlias.set(item.alias, item);
    const items = this.byServer.get(item.server) ?? new Map<string, Item>();
    this.byServer.set(item.server, items.set(item.id, item));
  }

  /** The item under this alias, unless it is ambiguous. */
  find(alias: string): Item | undefined {
    return this.shared.has(alias) ? undefined : this.byAlias.get(alias);
  }

  /** Every locked definition of the item. */
  versionsOf(item: Item): readonly Item[] {
    return [item, ...(this.variants.get(item) ?? [])];
  }

  of(server: string, id: string): Item | undefined {
    return this.byServer.get(server)?.get(id);
  }

  /** All items of one server, including ambiguous ones. */
  allOf(server: string): Iterable<Item> {
    return this.byServer.get(server)?.values() ?? [];
  }

  all(): IterableIterator<Item> {
    return this.byAlias.values();
  }
}

/** MCP Apps pages and skill files: hosts render or follow their content, which the lock does not pin. */
const UNPINNED = /^(ui|skill):/i;

/** URL parsers drop leading spaces and inner tabs, so the parsed scheme counts too. */
export function isUnpinned(uri: string): boolean {
  return UNPINNED.test(uri) || UNPINNED.test(parseUrl(uri)?.protocol ?? '');
}

function unpinned(server: string, list: ListName, id: string): Undeliverable {
  return { server, list, id, code: 'guard.unpinned', explain: 'The lock does not pin the content behind this URI.' };
}

function unsafe(list: ListName, { server = '', tool: id, code, problem: explain }: MetadataError): Undeliverable {
  return { server, list, id, code, explain };
}

/** The list that an error points into. */
function listOf({ pointer = '' }: MetadataError): ListName {
  return LIST_NAMES.find(list => pointer.startsWith(`/${list}/`)) ?? 'resources';
}

function problemKey(server: string, list: ListName, id: string): string {
  return JSON.stringify([server, list, id]);
}

function namesOf(
  servers: ReadonlyMap<string, LockedServer>,
  list: 'tools' | 'prompts',
  metadata: MetadataPolicy,
): NameTable {
  return nameTools(
    [...servers].map(([server, locked]) => ({ server, tools: [...locked[list].keys()] })),
    metadata.names,
  );
}

/** Without tools, whose names depend on all servers. */
function snapshotOf(locked: LockedServer): Snapshot {
  const definitions = (items: ReadonlyMap<string, LockedItem>): JsonObject[] =>
    [...items.values()].map(({ definition }) => definition);
  return {
    ...(locked.instructions === undefined ? {} : { instructions: locked.instructions }),
    tools: [],
    prompts: definitions(locked.prompts),
    resources: definitions(locked.resources),
    templates: definitions(locked.templates),
  } as unknown as Snapshot;
}
