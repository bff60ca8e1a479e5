import { skeleton, ToolmarkError } from '../base/index.ts';
import { aliasOf, hashedAlias } from './alias.ts';
import { MetadataError } from './metadata-error.ts';
import { type NamePolicy, parseNamePolicy } from './name-policy.ts';

/** The local key of a server and the names of its tools. */
export interface ServerNames {
  readonly server: string;
  readonly tools: readonly string[];
}

export interface RemoteTool {
  readonly server: string;
  readonly tool: string;
}

/** Tool names that are equal or look alike. */
export interface Collision {
  readonly kind: 'exact' | 'case' | 'confusable';
  readonly members: readonly RemoteTool[];
}

/** Maps tools to aliases and back. Aliases are never parsed. */
export interface NameTable {
  readonly aliases: readonly (RemoteTool & { readonly alias: string })[];
  /** Tools without an alias. */
  readonly problems: readonly MetadataError[];
  /** Original names that are equal or look alike. */
  readonly collisions: readonly Collision[];
  toRemote(alias: string): RemoteTool | undefined;
  toAlias(server: string, tool: string): string | undefined;
}

/**
 * Gives every tool a unique alias that resembles no other. The order of servers and tools does not matter. Pass all
 * configured servers, also unreachable ones: with `auto`, their number decides about prefixes.
 */
export function nameTools(servers: readonly ServerNames[], given: NamePolicy): NameTable {
  requireServers(servers);
  const policy = parseNamePolicy({ ...given });
  const isPrefixed = policy.prefix === 'always' || (policy.prefix === 'auto' && countServers(servers) > 1);
  const problems: MetadataError[] = [];
  const tools = inOrder(servers, problems);
  const first = takeNames(rejectRepeated(tools, problems), problems, tool => aliasOf(tool, policy, isPrefixed));
  const named = policy.onInvalid === 'reject' ? first : hashTwins(first, policy, isPrefixed, problems);
  const twins = new Set(groupTwins(named).flat());
  for (const tool of twins) problems.push(collisionError(tool));
  return makeTable(
    named.filter(tool => !twins.has(tool)),
    problems,
    findCollisions(tools),
  );
}

/** Checks servers only; names are checked one by one. */
function requireServers(servers: readonly ServerNames[]): void {
  const isFit = (entry: ServerNames | null): boolean => typeof entry?.server === 'string' && Array.isArray(entry.tools);
  if (Array.isArray(servers) && servers.every(isFit)) return;
  throw new ToolmarkError('sanitize.malformed', 'Expected a list of servers, each with a key and tools.');
}

interface Named extends RemoteTool {
  readonly alias: string;
}

function inOrder(servers: readonly ServerNames[], problems: MetadataError[]): RemoteTool[] {
  const all = servers.flatMap(({ server, tools }) => tools.map(tool => ({ server, tool })));
  const tools = all.filter(({ tool }) => typeof tool === 'string');
  for (const { server, tool } of all)
    if (typeof tool !== 'string')
      problems.push(
        new MetadataError('sanitize.malformed', { server, tool: '' }, 'the name is not a string.', '/name'),
      );
  return tools.sort((a, b) => compare(a.server, b.server) || compare(a.tool, b.tool));
}

function countServers(servers: readonly ServerNames[]): number {
  return new Set(servers.map(({ server }) => server)).size;
}

/** A name listed twice by one server is ambiguous. */
function rejectRepeated(tools: readonly RemoteTool[], problems: MetadataError[]): RemoteTool[] {
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
 * Adds a hash to every member of a group of colliding aliases, so that the order does not matter. A name may equal the
 * hashed alias of another tool: then both get a longer hash.
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

/** Groups of tools whose aliases are equal, differ only in case, or look alike. */
function groupTwins(tools: readonly Named[]): Named[][] {
  return group(tools, ({ alias }) => likenessOf(alias));
}

/** Longer names are compared exactly. */
const LONGEST_READ = 1024;

/** The keys under which a name collides with others. */
function likenessOf(name: string): string[] {
  if (name.length > LONGEST_READ) return [`case ${name}`];
  const lower = name.toLowerCase();
  return [`case ${lower}`, `look ${skeleton(name)}`, `look ${skeleton(lower)}`];
}

/** Groups items that share a key, transitively. */
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

/** A node of a disjoint-set forest. */
class Place {
  up: Place = this;

  /** The root, with path halving. */
  top(): Place {
    let at: Place = this;
    while (at.up !== at) {
      at.up = at.up.up;
      at = at.up;
    }
    return at;
  }
}

/** Collisions of the original names, without prefixes. */
function findCollisions(tools: readonly RemoteTool[]): Collision[] {
  return group(tools, ({ tool }) => likenessOf(tool)).map(members => ({ kind: kindOf(members), members }));
}

function kindOf(members: readonly RemoteTool[]): Collision['kind'] {
  if (new Set(members.map(({ tool }) => tool)).size === 1) return 'exact';
  return new Set(members.map(({ tool }) => tool.toLowerCase())).size === 1 ? 'case' : 'confusable';
}

function collisionError(tool: RemoteTool): MetadataError {
  const problem =
    'the alias equals or resembles that of another tool. Use a prefix, or set names.onInvalid to sanitize.';
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
