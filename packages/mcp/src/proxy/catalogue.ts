import {
  type CleanTool,
  type CompiledPolicy,
  cleanSnapshot,
  cleanTool,
  type JsonObject,
  type LockedItem,
  type LockedServer,
  type LockedTool,
  MetadataError,
  type MetadataPolicy,
  type NameTable,
  nameTools,
  planTool,
  quoteInert,
  type Snapshot,
  type ToolPlan,
} from '@toolmark/core';
import type { ListName } from '../connect/list-kinds.ts';
import { compileTemplate, type TemplateMatcher } from './match-template.ts';

/** Something a server offers, as it was locked, and as clients see it. */
export interface Offered<Item extends LockedItem = LockedItem> {
  readonly server: string;
  /** What the server calls it. */
  readonly id: string;
  /** What clients call it. */
  readonly alias: string;
  readonly locked: Item;
  /** The locked definition with clean texts under its alias: what is delivered. */
  readonly shown: JsonObject;
}

export interface OfferedTool extends Offered<LockedTool> {
  readonly plan: ToolPlan;
  /** How it was cleaned: choices go back as the server spells them. */
  readonly clean: CleanTool;
}

export interface OfferedTemplate extends Offered {
  readonly matches: TemplateMatcher | undefined;
}

/** All that may pass, worked out from the lock alone: what servers say later only decides whether it does pass. */
export class Catalogue {
  readonly tools = new Shelf<OfferedTool>();
  readonly prompts = new Shelf<Offered>();
  readonly resources = new Shelf<Offered>();
  readonly templates = new Shelf<OfferedTemplate>();
  /** What was locked but cannot be delivered safely. */
  readonly problems: { readonly message: string }[] = [];
  private readonly instructions = new Map<string, string>();

  constructor(servers: ReadonlyMap<string, LockedServer>, policy: CompiledPolicy, metadata: MetadataPolicy) {
    const toolNames = namesOf(servers, 'tools', metadata);
    const promptNames = namesOf(servers, 'prompts', metadata);
    this.problems.push(...toolNames.problems, ...promptNames.problems);
    for (const [server, locked] of servers) {
      this.addTools(server, locked, toolNames, policy, metadata);
      this.addOthers(server, locked, promptNames, metadata);
    }
    this.problems.push(...sharedProblems('resource', this.resources), ...sharedProblems('template', this.templates));
  }

  /** What a server may tell every model, cleaned; undefined where nothing is locked. */
  instructionsOf(server: string): string | undefined {
    return this.instructions.get(server);
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
      try {
        const clean = cleanTool(locked.definition, metadata, server, alias);
        this.tools.add({ server, id, alias, locked, shown: clean.tool, plan: planTool(server, locked, policy), clean });
      } catch (error) {
        if (!(error instanceof MetadataError)) throw error;
        this.problems.push(error);
      }
    }
  }

  private addOthers(server: string, locked: LockedServer, names: NameTable, metadata: MetadataPolicy): void {
    const { snapshot, problems } = cleanSnapshot(snapshotOf(locked), metadata, server);
    this.problems.push(...problems);
    if (snapshot.instructions !== undefined) this.instructions.set(server, snapshot.instructions);
    for (const shown of snapshot.prompts) {
      const alias = names.toAlias(server, shown.name);
      const item = locked.prompts.get(shown.name);
      if (alias === undefined || item === undefined) continue;
      this.prompts.add({ server, id: shown.name, alias, locked: item, shown: { ...shown, name: alias } });
    }
    for (const shown of snapshot.resources) {
      const item = locked.resources.get(shown.uri);
      if (isUnpinned(shown.uri)) this.problems.push(unpinnedProblem(server, shown.uri));
      else if (item !== undefined) this.resources.add({ server, id: shown.uri, alias: shown.uri, locked: item, shown });
    }
    for (const shown of snapshot.templates) {
      const { uriTemplate: id } = shown;
      const item = locked.templates.get(id);
      if (isUnpinned(id)) this.problems.push(unpinnedProblem(server, id));
      if (item === undefined || isUnpinned(id)) continue;
      this.templates.add({ server, id, alias: id, locked: item, shown, matches: compileTemplate(id) });
    }
  }
}

/** One kind of things, found by what clients or servers call them. */
export class Shelf<Item extends Offered> {
  private readonly byAlias = new Map<string, Item>();
  private readonly byServer = new Map<string, Map<string, Item>>();
  /** Addresses cannot be renamed: where several servers offer one, a client cannot say which it means. */
  readonly shared = new Set<string>();

  add(item: Item): void {
    if (this.byAlias.has(item.alias)) this.shared.add(item.alias);
    this.byAlias.set(item.alias, item);
    const items = this.byServer.get(item.server) ?? new Map<string, Item>();
    this.byServer.set(item.server, items.set(item.id, item));
  }

  /** What only one server offers under this alias. */
  find(alias: string): Item | undefined {
    return this.shared.has(alias) ? undefined : this.byAlias.get(alias);
  }

  of(server: string, id: string): Item | undefined {
    return this.byServer.get(server)?.get(id);
  }

  all(): IterableIterator<Item> {
    return this.byAlias.values();
  }
}

/** Pages of MCP Apps and files of skills: what a client reads there is shown or obeyed, and the lock does not pin it. */
const UNPINNED = /^(ui|skill):/i;

export function isUnpinned(uri: string): boolean {
  return UNPINNED.test(uri);
}

function unpinnedProblem(server: string, uri: string): { readonly message: string } {
  return { message: `${quoteInert(server)}: ${quoteInert(uri)}: the lock does not pin what it holds.` };
}

function sharedProblems(what: string, { shared }: Shelf<Offered>): { readonly message: string }[] {
  return [...shared].map(uri => ({ message: `${what} ${quoteInert(uri)} is offered by several servers.` }));
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

/** All but the tools, whose names depend on all servers. */
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
