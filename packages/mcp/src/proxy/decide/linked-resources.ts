import { isJsonObject, type Json, type JsonObject, member } from '@toolmark/core';
import type { OfferedTool } from '../catalogue.ts';
import { ExpiringTable } from '../expiring-table.ts';
import type { Call } from './call.ts';
import { LONGEST_URI } from './find-templates.ts';

/** A resource that a tool result links to. */
export interface Link {
  readonly server: string;
  /** The tool; undefined if the call was forwarded only because of the mode. */
  readonly tool: OfferedTool | undefined;
  /** The audit id of the request with that result. */
  readonly call: string;
  /** A result of another server links to it too, so it is ambiguous. */
  isShared: boolean;
}

/** For each server, so that none can evict the links of another. */
const LIMITS = { maxEntries: 1_000, maxSize: 1_000_000, lifetimeMs: 3_600_000 };

/** Resources that results for this client link to. They need not be in a list. */
export class LinkedResources {
  private readonly now: () => number;
  private readonly byServer = new Map<string, ExpiringTable<Link>>();

  constructor(now: () => number) {
    this.now = now;
  }

  /** Stores the links of a result, unless the call was cancelled, and returns the result. */
  note(server: string, tool: OfferedTool | undefined, call: Call, result: JsonObject): JsonObject {
    if (!call.cancellation.isCancelled)
      for (const uri of urisIn(result)) this.add(uri, { server, tool, call: call.serial, isShared: false });
    return result;
  }

  find(uri: string): Link | undefined {
    for (const table of this.byServer.values()) {
      const link = table.get(uri);
      if (link !== undefined) return link;
    }
    return undefined;
  }

  private add(uri: string, link: Link): void {
    const table = this.byServer.get(link.server) ?? new ExpiringTable<Link>(LIMITS, this.now);
    this.byServer.set(link.server, table);
    const known = [...this.byServer.values()].flatMap(each => each.get(uri) ?? []);
    const isShared = known.some(other => other.isShared || other.server !== link.server);
    if (isShared) for (const other of known) other.isShared = true;
    table.put(uri, { ...link, isShared }, uri.length);
  }
}

/** The URIs of links and embedded resources. */
function urisIn(result: JsonObject): string[] {
  const content = member(result, 'content');
  const uris = (Array.isArray(content) ? content : []).slice(0, LIMITS.maxEntries).map(uriOf);
  return uris.filter(uri => typeof uri === 'string').filter(uri => uri.length <= LONGEST_URI);
}

function uriOf(block: Json): Json | undefined {
  if (!isJsonObject(block)) return undefined;
  const type = member(block, 'type');
  if (type === 'resource_link') return member(block, 'uri');
  const resource = type === 'resource' ? member(block, 'resource') : undefined;
  return resource !== undefined && isJsonObject(resource) ? member(resource, 'uri') : undefined;
}
