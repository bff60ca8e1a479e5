import { isJsonObject, type Json, type JsonObject, member } from '@toolmark/core';
import type { Call } from './call.ts';
import type { OfferedTool } from './catalogue.ts';
import { ExpiringTable } from './expiring-table.ts';
import { LONGEST_URI } from './find-templates.ts';

/** A resource that the result of a tool has named. */
export interface Link {
  readonly server: string;
  /** The tool that named it; absent where the guard would have refused the call, in a mode that lets it pass. */
  readonly tool: OfferedTool | undefined;
  /** What the audit log calls the request whose result named it. */
  readonly call: string;
  /** Whether a result of another server named it too: a client cannot say which one it means. */
  isShared: boolean;
}

/** For each server of a session, so that no server can make the guard forget what another one named. */
const LIMITS = { maxEntries: 1_000, maxSize: 1_000_000, lifetimeMs: 3_600_000 };

/** The resources that results named which this client got. They may be in no list of their server. */
export class LinkedResources {
  private readonly now: () => number;
  private readonly byServer = new Map<string, ExpiringTable<Link>>();

  constructor(now: () => number) {
    this.now = now;
  }

  /** Remembers what a result names, and returns the result. The client does not get one that it has called off. */
  note(server: string, tool: OfferedTool | undefined, call: Call, result: JsonObject): JsonObject {
    if (!call.cancellation.isCancelled)
      for (const uri of namedIn(result)) this.add(uri, { server, tool, call: call.serial, isShared: false });
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

/** The addresses of links and embedded resources. */
function namedIn(result: JsonObject): string[] {
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
