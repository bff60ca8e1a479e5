import { skeleton, ToolmarkError } from '../base/index.ts';
import { aliasOf, hashedAlias } from './alias.ts';
import { MetadataError } from './metadata-error.ts';
import { type NamePolicy, parseNamePolicy } from './name-policy.ts';

/** A server by the key it has in the local configuration, and the names of its tools. */
export interface ServerNames {
  readonly server: string;
  readonly tools: readonly string[];
}

export interface RemoteTool {
  readonly server: string;
  readonly tool: string;
}

/** Names of tools that can be taken for each other. */
export interface Collision {
  readonly kind: 'exact' | 'case' | 'confusable';
  readonly members: readonly RemoteTool[];
}

/** Every tool under one name, and back. An alias is looked up and never taken apart. */
export interface NameTable {
  readonly aliases: readonly (RemoteTool & { readonly alias: string })[];
  /** Tools that got no name, all of them at once. */
  readonly problems: readonly MetadataError[];
  /** Names, as the servers wrote them, that are or look the same. */
  readonly collisions: readonly Collision[];
  toRemote(alias: string): RemoteTool | undefined;
  toAlias(server: string, tool: string): string | undefined;
}

/**
 * One unmistakable name for every tool of every server. The result does not depend on the order of servers or tools.
 * Give all servers that are configured, also those that could not be reached: with `auto`, their number decides
 * whether names have prefixes.
 */
export function nameTools(servers: readonly ServerNames[], given: NamePolicy): NameTable {
  refuseNoList(servers);
  const policy = parseNamePolicy({ ...given });
  const isPrefixed = policy.prefix === 'always' || (policy.prefix === 'auto' && countServers(servers) > 1);
  const problems: MetadataError[] = [];
  const tools = inOrder(servers, problems);
  const first = takeNames(refuseRepeated(tools, problems), problems, tool => aliasOf(tool, policy, isPrefixed));
  const named = policy.onInvalid === 'reject' ? first : hashTwins(first, policy, isPrefixed, problems);
  const twins = new Set(groupTwins(named).flat());
  for (const tool of twins) problems.push(collisionError(tool));
  return makeTable(
    named.filter(tool => !twins.has(tool)),
    problems,
    findCollisions(tools),
  );
}

/** Each server must have a key and a list; what stands in the list is judged name by name. */
function refuseNoList(servers: readonly ServerNames[]): void {
  const isFit = (entry: ServerNames | null): boolean => typeof entry?.server === 'string' && Array.isArray(entry.tools);
  if (Array.isArray(servers) && servers.every(isFit)) return;
  throw new ToolmarkError(
    'sanitize.malformed',
    'What is to be named must be a list of servers, each with a key and tools.',
  );
}

interface Named extends RemoteTool {
  readonly alias: string;
}

function inOrder(servers: readonly ServerNames[], problems: MetadataError[]): RemoteTool[] {
  const all = servers.flatMap(({ server, tools }) => tools.map(tool => ({ server, tool })));
  const tools = all.filter(({ tool }) => typeof tool === 'string');
  for (const { server, tool } of all)
    if (typeof tool !== 'string')
      problems.push(new MetadataError('sanitize.malformed', { server, tool: '' }, 'a name is no text.', '/name'));
  return tools.sort((a, b) => compare(a.server, b.server) || compare(a.tool, b.tool));
}

function countServers(servers: readonly ServerNames[]): number {
  return new Set(servers.map(({ server }) => server)).size;
}

/** A server that lists a name twice leaves open which tool is meant. */
function refuseRepeated(tools: readonly RemoteTool[], problems: MetadataError[]): RemoteTool[] {
  const isSame = (a: RemoteTool, b: RemoteTool | undefined): boolean => a.server === b?.server && a.tool === b.tool;
  return tools.filter((tool, i) => {
    const isRepeated = isSame(tool, tools[i - 1]) || isSame(tool, tools[i + 1]);
    if (isRepeated && !isSame(tool, tools[i - 1]))
      problems.push(new MetadataError('sanitize.name-collision', tool, 'the server lists this name twice.', '/name'));
    return !isRepeated;
  });
}

function takeNames(
  tools: readonly RemoteTool[],
  problems: MetadataError[],
  name: (tool: RemoteTool) => string,
): Named[] {
  return tools.flatMap(tool => {
    try {
      return [{ ...tool, alias: name(tool) }];
    } catch (error) {
      if (!(error instanceof MetadataError)) throw error;
      problems.push(error);
      return [];
    }
  });
}

/**
 * Every member of a group of twins gets its hash, so that none depends on who came first. Someone may have made a name
 * that equals another's hashed alias: those get a longer hash, and whatever still collides then is refused.
 */
function hashTwins(
  tools: readonly Named[],
  policy: NamePolicy,
  isPrefixed: boolean,
  problems: MetadataError[],
): readonly Named[] {
  let named = tools;
  for (const digits of [8, 16]) {
    const twins = new Set(groupTwins(named).flat());
    if (twins.size === 0) break;
    const others = named.filter(tool => !twins.has(tool));
    const hashed = takeNames([...twins], problems, tool => hashedAlias(tool, policy, isPrefixed, digits));
    named = [...others, ...hashed];
  }
  return named;
}

/** Groups of tools whose aliases are the same, differ in case only, or look alike, each with more than one member. */
function groupTwins(tools: readonly Named[]): Named[][] {
  return group(tools, ({ alias }) => likenessOf(alias));
}

/** Nobody reads a name of this length, so nobody takes it for another: it is compared as it is. */
const LONGEST_READ = 1024;

/** All the forms in which a name can be taken for another. */
function likenessOf(name: string): string[] {
  if (name.length > LONGEST_READ) return [`case ${name}`];
  const lower = name.toLowerCase();
  return [`case ${lower}`, `look ${skeleton(name)}`, `look ${skeleton(lower)}`];
}

/** Groups of those that share a key, also by way of a third. */
function group<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): T[][] {
  const places = items.map(item => ({ item, place: new Place() }));
  const owners = new Map<string, Place>();
  for (const { item, place } of places) {
    for (const key of keysOf(item)) {
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, place);
      else place.top().up = owner.top();
    }
  }
  const groups = new Map<Place, T[]>();
  for (const { item, place } of places) {
    const members = groups.get(place.top());
    if (members === undefined) groups.set(place.top(), [item]);
    else members.push(item);
  }
  return [...groups.values()].filter(members => members.length > 1);
}

/** In a tree of those that belong together; the top one has itself above it. */
class Place {
  up: Place = this;

  /** Shortens the way for whoever asks next. */
  top(): Place {
    let at: Place = this;
    while (at.up !== at) {
      at.up = at.up.up;
      at = at.up;
    }
    return at;
  }
}

/** Collisions of the names as the servers wrote them, whatever prefixes make of them. */
function findCollisions(tools: readonly RemoteTool[]): Collision[] {
  return group(tools, ({ tool }) => likenessOf(tool)).map(members => ({ kind: kindOf(members), members }));
}

function kindOf(members: readonly RemoteTool[]): Collision['kind'] {
  if (new Set(members.map(({ tool }) => tool)).size === 1) return 'exact';
  return new Set(members.map(({ tool }) => tool.toLowerCase())).size === 1 ? 'case' : 'confusable';
}

function collisionError(tool: RemoteTool): MetadataError {
  const problem =
    'its name here equals or looks like that of another tool. Use a prefix, or set names.onInvalid to sanitize.';
  return new MetadataError('sanitize.name-collision', tool, problem, '/name');
}

function makeTable(named: readonly Named[], problems: MetadataError[], collisions: Collision[]): NameTable {
  const aliases = named.toSorted((a, b) => compare(a.server, b.server) || compare(a.tool, b.tool));
  const remotes = new Map(aliases.map(({ alias, server, tool }) => [alias, { server, tool }]));
  const local = new Map(aliases.map(({ alias, server, tool }) => [JSON.stringify([server, tool]), alias]));
  return {
    aliases,
    problems: problems.toSorted((a, b) => compare(serverOf(a), serverOf(b)) || compare(a.tool, b.tool)),
    collisions,
    toRemote: alias => remotes.get(alias),
    toAlias: (server, tool) => local.get(JSON.stringify([server, tool])),
  };
}

function serverOf({ server = '' }: MetadataError): string {
  return server;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
