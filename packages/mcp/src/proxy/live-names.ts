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

/** Names of what servers show, locked or not: the milder modes let it pass, and have to know whose it is. */
export class LiveNames {
  private readonly keys: readonly string[];
  private readonly metadata: MetadataPolicy;
  private readonly seen = new Map<string, Set<string>>();
  private readonly tables = new Map<ListName, NameTable>();

  constructor(keys: readonly string[], metadata: MetadataPolicy) {
    this.keys = keys;
    this.metadata = metadata;
  }

  /** A server has shown this. With one server there is nothing to tell apart. */
  note(server: string, list: ListName, id: string): void {
    const names = this.namesOf(server, list);
    if (this.keys.length < 2 || names.has(id) || names.size >= MAX_NAMES) return;
    this.seen.set(`${list} ${server}`, names.add(id));
    this.tables.delete(list);
  }

  /** The item under a name that tells servers apart; with one server just as it is. */
  rename(server: string, list: ListName, id: string, raw: Json): Json {
    if (this.keys.length < 2 || !isJsonObject(raw) || !isNamed(list)) return raw;
    return { ...raw, name: this.table(list).toAlias(server, id) ?? id };
  }

  /** Whose it is, and what it is called there. An address that several servers have shown is nobody's. */
  find(list: ListName, name: string, session: Session): RemoteTool | undefined {
    const only = session.onlyServer;
    if (only !== undefined) return { server: only.upstream.key, tool: name };
    if (isNamed(list)) return this.table(list).toRemote(name);
    const [server, ...others] = this.keys.filter(key => this.namesOf(key, list).has(name));
    return server === undefined || others.length > 0 ? undefined : { server, tool: name };
  }

  private namesOf(server: string, list: ListName): Set<string> {
    return this.seen.get(`${list} ${server}`) ?? new Set();
  }

  private table(list: ListName): NameTable {
    const known = this.tables.get(list);
    if (known !== undefined) return known;
    const table = nameTools(
      this.keys.map(server => ({ server, tools: [...this.namesOf(server, list)] })),
      { ...this.metadata.names, onInvalid: 'sanitize' },
    );
    this.tables.set(list, table);
    return table;
  }
}

/** Addresses cannot be renamed. */
function isNamed(list: ListName): boolean {
  return list === 'tools' || list === 'prompts';
}

/** Where that goes which is not locked, in a mode that lets it pass. Servers that have not shown anything yet are asked. */
export async function findLive(session: Session, list: ListName, name: string): Promise<RemoteTool | undefined> {
  const { liveNames, settings } = session.guard;
  if (settings.mode === 'enforce') return undefined;
  const known = liveNames.find(list, name, session);
  if (known !== undefined) return known;
  await Promise.allSettled([...session.servers.values()].map(({ lists }) => lists[list].refresh()));
  return liveNames.find(list, name, session);
}
