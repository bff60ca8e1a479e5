import { child, isJsonObject, type JsonObject, member } from '../../base/index.ts';
import type { ServerJson } from './server-json.ts';

/** The one member of `_meta` that the official registry keeps. */
export const PUBLISHER_PROVIDED = 'io.modelcontextprotocol.registry/publisher-provided';
export const TOOLHIVE_NAMESPACE = 'io.github.stacklok';
export const TOOLMARK_NAMESPACE = 'dev.toolmark';

export const PUBLISHER_POINTER = child('/_meta', PUBLISHER_PROVIDED);

/** What ToolHive keeps in a `server.json` about one package or remote. */
export interface Extension {
  /** The identifier of the package or the URL of the remote. */
  readonly key: string;
  readonly pointer: string;
  readonly value: JsonObject;
  /** Whether the server has such a package or remote; what is said about another is not said about this server. */
  readonly isMatched: boolean;
}

/** Every ToolHive extension: found by its key, because the first of several would be any of them. */
export function extensionsOf(server: ServerJson): Extension[] {
  return belowNamespace(server, TOOLHIVE_NAMESPACE);
}

/** The same place below another namespace. */
export function belowNamespace(server: ServerJson, namespace: string): Extension[] {
  const keys = deploymentKeys(server);
  const all = publisherProvided(server)?.[namespace];
  if (!isJsonObject(all)) return [];
  const at = child(PUBLISHER_POINTER, namespace);
  return Object.entries(all).flatMap(([key, value]) =>
    isJsonObject(value) ? [{ key, pointer: child(at, key), value, isMatched: keys.has(key) }] : [],
  );
}

export function publisherProvided(server: JsonObject): JsonObject | undefined {
  const meta = member(server, '_meta');
  const provided = isJsonObject(meta) ? member(meta, PUBLISHER_PROVIDED) : undefined;
  return isJsonObject(provided) ? provided : undefined;
}

/** A server that names neither a package nor a remote is known by its name alone. */
export function deploymentKeys({ name, packages = [], remotes = [] }: ServerJson): ReadonlySet<string> {
  const keys = [...packages.map(({ identifier }) => identifier), ...remotes.map(({ url }) => url)];
  return new Set(keys.length === 0 ? [name] : keys);
}
