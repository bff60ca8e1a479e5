import { assessRisk, type McpTool, partDigests, type Snapshot } from '../describe/index.ts';
import { type Identified, identifyList, type ListName, listingOf } from './listing.ts';
import type { LockedItem, LockedPackage, LockedServer, LockedTool } from './lock.ts';
import { withSurfaceDigest } from './with-surface-digest.ts';

export interface PinOptions {
  /** For servers that offer less at times: what is missing later is fine. */
  readonly allow?: 'subset';
  /** What the entry is bound to. */
  readonly package?: LockedPackage;
}

/** A server as it is now, ready for the lock. Throws where something in it has no identity or two items share a name. */
export function pin(snapshot: Snapshot, options: PinOptions = {}): LockedServer {
  const { serverInfo, instructions } = snapshot;
  const pinList = (list: ListName): Map<string, LockedItem> =>
    mapValues(identifyList(snapshot, listingOf(list)), pinItem);
  return withSurfaceDigest({
    ...(options.allow === undefined ? {} : { allow: options.allow }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(options.package === undefined ? {} : { package: options.package }),
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

export function pinItem({ digest, definition }: Identified): LockedItem {
  return { digest, parts: partDigests(definition), definition };
}

function mapValues<From, To>(map: ReadonlyMap<string, From>, change: (value: From) => To): Map<string, To> {
  return new Map([...map].map(([key, value]) => [key, change(value)]));
}
