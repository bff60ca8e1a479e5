import {
  isJsonObject,
  type Json,
  type MetadataPolicy,
  type NameTable,
  nameTools,
  type RemoteTool,
} from '@toolmark/core';
import type { ListName } from '../connect/list-kinds.ts';
import type { Session } from './session.ts';

/** More than this is no list but an attack. */
const MAX_NAMES = 50_000;

/** Names of what servers show while the guard only watches: there everything passes, locked or not. */
export class LiveNames {
  private readonly keys: readonly string[];
  private readonly metadata: MetadataPolicy;
  private readonly seen = new Map<string, Set<string>>();
  private table: NameTable | undefined;

  constructor(keys: readonly string[], metadata: MetadataPolicy) {
    this.keys = keys;
    this.metadata = metadata;
  }

  /** The item under a name that tells servers apart; with one server just as it is. */
  rename(server: string, list: ListName, id: string, raw: Json): Json {
    if (this.keys.length < 2 || !isJsonObject(raw) || (list !== 'tools' && list !== 'prompts')) return raw;
    const names = this.seen.get(server) ?? new Set<string>();
    if (!names.has(id) && names.size < MAX_NAMES) {
      this.seen.set(server, names.add(id));
      this.table = undefined;
    }
    return { ...raw, name: this.names().toAlias(server, id) ?? id };
  }

  find(name: string, session: Session): RemoteTool | undefined {
    const only = session.onlyServer;
    if (only !== undefined) return { server: only.upstream.key, tool: name };
    return this.names().toRemote(name);
  }

  private names(): NameTable {
    this.table ??= nameTools(
      this.keys.map(server => ({ server, tools: [...(this.seen.get(server) ?? [])] })),
      { ...this.metadata.names, onInvalid: 'sanitize' },
    );
    return this.table;
  }
}
