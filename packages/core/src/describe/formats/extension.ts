import { child, isJsonObject, type Json, type JsonObject, member } from '../../base/index.ts';
import type { Ledger } from './ledger.ts';
import type { ServerJson } from './server-shape.ts';

/** The one member of `_meta` that the official registry keeps. */
export const PUBLISHER_PROVIDED = 'io.modelcontextprotocol.registry/publisher-provided';
export const TOOLHIVE_NAMESPACE = 'io.github.stacklok';
export const TOOLMARK_NAMESPACE = 'dev.toolmark';

/** Where an entry is written. RFC-0015 prints `/meta/publisher_provided`, which is read too. */
export const PUBLISHER_POINTER = child('/_meta', PUBLISHER_PROVIDED);
const RFC_POINTER = '/meta/publisher_provided';

/** What ToolHive keeps in a `server.json` about one package or remote. */
export interface Extension {
  /** The identifier of the package or the URL of the remote. */
  readonly key: string;
  readonly pointer: string;
  readonly value: JsonObject;
  /** Whether the server has this package or remote; an extension for another does not apply. */
  readonly isMatched: boolean;
}

/** Every ToolHive extension: found by its key, because the first of several would be any of them. */
export function extensionsOf(server: ServerJson): Extension[] {
  return belowNamespace(server, TOOLHIVE_NAMESPACE);
}

/** The same place below another namespace. */
export function belowNamespace(server: ServerJson, namespace: string): Extension[] {
  const keys = deploymentKeys(server);
  const provided = providedIn(server);
  const all = provided === undefined ? undefined : member(provided.value, namespace);
  if (provided === undefined || !isJsonObject(all)) return [];
  const at = child(provided.pointer, namespace);
  return Object.entries(all).flatMap(([key, value]) =>
    isJsonObject(value) ? [{ key, pointer: child(at, key), value, isMatched: keys.has(key) }] : [],
  );
}

/** Data the publisher added to an entry, with its pointer. */
export interface Provided {
  readonly value: JsonObject;
  readonly pointer: string;
}

export function providedIn(server: JsonObject): Provided | undefined {
  const places = [
    [member(server, '_meta'), PUBLISHER_PROVIDED, PUBLISHER_POINTER],
    [member(server, 'meta'), 'publisher_provided', RFC_POINTER],
  ] as const;
  return places.flatMap(([meta, key, pointer]): Provided[] => {
    const value = isJsonObject(meta) ? member(meta, key) : undefined;
    return isJsonObject(value) ? [{ value, pointer }] : [];
  })[0];
}

/** Everything in `_meta` and `meta` that is not a ToolHive extension. */
export function loseOtherMeta(server: JsonObject, at: string, reason: string, ledger: Ledger): void {
  const { value, pointer } = providedIn(server) ?? { value: {}, pointer: PUBLISHER_POINTER };
  for (const holder of ['_meta', 'meta']) {
    const keys = Object.keys(member(server, holder) ?? {});
    for (const place of keys.map(key => child(`/${holder}`, key))) {
      if (place !== pointer) ledger.lose(`${at}${place}`, reason);
    }
  }
  ledger.loseRest(value, `${at}${pointer}`, [TOOLHIVE_NAMESPACE], reason);
}

/** Whether an entry has publisher-provided data in both places: readers would see different tools. */
export function isProvidedTwice({ _meta, meta }: JsonObject): boolean {
  return hasMember(_meta, PUBLISHER_PROVIDED) && hasMember(meta, 'publisher_provided');
}

function hasMember(value: Json | undefined, key: string): boolean {
  return isJsonObject(value) && Object.hasOwn(value, key);
}

/** A server that names neither a package nor a remote is known by its name alone. */
export function deploymentKeys({ name, packages = [], remotes = [] }: ServerJson): ReadonlySet<string> {
  const keys = [...packages.map(({ identifier }) => identifier), ...remotes.map(({ url }) => url)];
  return new Set(keys.length === 0 ? [name] : keys);
}
