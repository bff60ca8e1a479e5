import type { Digest } from '../base/index.ts';
import {
  assessRisk,
  digestOfSurface,
  type McpTool,
  partDigests,
  type Snapshot,
  type SurfaceDigests,
} from '../describe/index.ts';
import { type Identified, identifyList, type ListName, listingOf } from './listing.ts';
import type { LockedItem, LockedServer, LockedTool } from './lock.ts';

export interface PinOptions {
  /** For servers that offer less at times: what is missing later is fine. */
  readonly allow?: 'subset';
}

/** A server as it is now, ready for the lock. Throws where something in it has no identity or two items share a name. */
export function pin(snapshot: Snapshot, options: PinOptions = {}): LockedServer {
  const { serverInfo, instructions } = snapshot;
  const pinList = (list: ListName): Map<string, LockedItem> =>
    mapValues(identifyList(snapshot, listingOf(list)), pinItem);
  return withSurfaceDigest({
    ...(options.allow === undefined ? {} : { allow: options.allow }),
    ...(instructions === undefined ? {} : { instructions }),
    serverInfo: serverInfo ?? {},
    tools: mapValues(identifyList(snapshot, listingOf('tools')), pinTool),
    prompts: pinList('prompts'),
    resources: pinList('resources'),
    templates: pinList('templates'),
  });
}

export function pinTool(tool: Identified): LockedTool {
  const definition = tool.definition as McpTool;
  return { ...pinItem(tool), definition, riskLevel: assessRisk(definition).level };
}

/** A server with the surface digest that its items and instructions have. */
export function withSurfaceDigest(server: Omit<LockedServer, 'surfaceDigest'>): LockedServer {
  return { ...server, surfaceDigest: digestOfSurface(surfaceOf(server)) };
}

function surfaceOf(server: Omit<LockedServer, 'surfaceDigest'>): SurfaceDigests {
  const digests = (items: ReadonlyMap<string, LockedItem>): Map<string, Digest> =>
    mapValues(items, ({ digest }) => digest);
  return {
    instructions: server.instructions,
    prompts: digests(server.prompts),
    resources: digests(server.resources),
    templates: digests(server.templates),
    tools: digests(server.tools),
  };
}

export function pinItem({ digest, definition }: Identified): LockedItem {
  return { digest, parts: partDigests(definition), definition };
}

function mapValues<From, To>(map: ReadonlyMap<string, From>, change: (value: From) => To): Map<string, To> {
  return new Map([...map].map(([key, value]) => [key, change(value)]));
}
