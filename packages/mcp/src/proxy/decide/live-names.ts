import { isJsonObject, type Json, type MetadataPolicy, nameTools } from '@toolmark/core';
import type { ListName } from '@toolmark/core/formats';
import type { NameTable, RemoteTool } from '@toolmark/core/text';

/** More names than any real list has. */
const MAX_NAMES = 50_000;

/** Names of everything that servers list, locked or not: the modes that let unlocked items pass route by them. */
export class LiveNames {
  private readonly keys: readonly string[];
  private readonly metadata: MetadataPolicy;
  private readonly seen = new Map<string, Set<string>>();
  private readonly tables = new Map<ListName, NameTable>();

  constructor(keys: readonly string[], metadata: MetadataPolicy) {
    this.keys = keys;
    this.metadata = metadata;
  }

  /** Notes a listed item. One server needs no names. */
  note(server: string, list: ListName, id: string): void {
    const names = this.namesOf(server, list);
    if (this.keys.length < 2 || names.has(id) || names.size >= MAX_NAMES) return;
    this.seen.set(`${list} ${server}`, names.add(id));
    this.tables.delete(list);
  }

  /** The item under a name that is unique across servers; unchanged with one server. */
  rename(server: string, list: ListName, id: string, raw: Json): Json {
    if (this.keys.length < 2 || !isJsonObject(raw) || !isNamed(list)) return raw;
    return { ...raw, name: this.table(list).toAlias(server, id) ?? id };
  }

  /** The server of an item and its name there. A URI that several servers list has no owner. */
  find(list: ListName, name: string): RemoteTool | undefined {
    const [only, ...more] = this.keys;
    if (only !== undefined && more.length === 0) return { server: only, tool: name };
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

/** URIs cannot be renamed. */
function isNamed(list: ListName): boolean {
  return list === 'tools' || list === 'prompts';
}
