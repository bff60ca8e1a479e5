import {
  byCodePoint,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  quoteInert,
  refusalIn,
  ToolmarkError,
} from '../../base/index.ts';
import { refuseMalformed } from '../door.ts';
import type { ServerJsonOptions } from './finish-server.ts';
import { Ledger } from './ledger.ts';
import { bareName } from './names.ts';
import { parseServerJson } from './server-json.ts';
import type { ServerJson } from './server-shape.ts';
import { serverToToolhive } from './server-to-toolhive.ts';
import { findMisshapen } from './shape.ts';
import { entriesIn, isImage, type PlacedEntry, parseToolhiveEntry, serversIn, type ToolhiveEntry } from './toolhive.ts';
import { LEGACY_REGISTRY_SHAPE, UPSTREAM_REGISTRY_SHAPE } from './toolhive-shape.ts';
import { toolhiveToServer } from './toolhive-to-server.ts';

const REGISTRY_SCHEMA =
  'https://raw.githubusercontent.com/stacklok/toolhive/main/pkg/registry/data/upstream-registry.schema.json';

/** A registry of ToolHive in upstream form. An entry that cannot be converted is lost alone. */
export function toolhiveRegistryToServers(value: Json, options: ServerJsonOptions, ledger: Ledger): Json {
  refuseMalformed(
    findMisshapen(LEGACY_REGISTRY_SHAPE, value, ''),
    'toolhive.malformed',
    'This is not a registry of ToolHive',
  );
  const registry = value as JsonObject;
  ledger.loseRest(registry, '', ['$schema', 'version', 'last_updated', 'servers', 'remote_servers', 'groups'], UNKNOWN);
  const groups = groupsOf(registry).map((group, index) => {
    ledger.loseRest(group, `/groups/${index}`, ['name', 'description', 'servers', 'remote_servers'], UNKNOWN);
    return { ...naming(group), servers: toServers(entriesIn(group, `/groups/${index}`), options, ledger) };
  });
  return {
    $schema: REGISTRY_SCHEMA,
    version: member(registry, 'version') ?? '1.0.0',
    meta: member(registry, 'last_updated') === undefined ? {} : { last_updated: registry.last_updated ?? '' },
    data: {
      servers: toServers(entriesIn(registry, ''), options, ledger),
      ...(groups.length === 0 ? {} : { groups }),
    },
  };
}

const UNKNOWN = 'The other form has no member for it.';

function groupsOf(value: JsonObject): readonly JsonObject[] {
  const groups = member(value, 'groups');
  return Array.isArray(groups) ? groups.filter(isJsonObject) : [];
}

function naming(group: JsonObject): JsonObject {
  const { name = '', description } = group;
  return { name, ...(description === undefined ? {} : { description }) };
}

function toServers(entries: readonly PlacedEntry[], options: ServerJsonOptions, ledger: Ledger): ServerJson[] {
  const servers = new Map<string, ServerJson>();
  for (const { key, entry, pointer } of entries) {
    attempt(pointer, ledger, own => {
      const parsed = parseToolhiveEntry(entry);
      const server = toolhiveToServer(parsed.entry, pointer, { ...withoutNaming(options), name: key }, own);
      refuseTwin(servers, server.name);
      for (const finding of parsed.findings) own.warnings.push({ ...finding, pointer: `${pointer}${finding.pointer}` });
      servers.set(server.name, server);
    });
  }
  return [...servers.values()].toSorted((a, b) => byCodePoint(a.name, b.name));
}

/** Naming options apply to a single entry only. */
function withoutNaming({ maxExtensionBytes, definitionsUrl }: ServerJsonOptions): ServerJsonOptions {
  return {
    ...(maxExtensionBytes === undefined ? {} : { maxExtensionBytes }),
    ...(definitionsUrl === undefined ? {} : { definitionsUrl }),
  };
}

function attempt(pointer: string, ledger: Ledger, work: (own: Ledger) => void): void {
  const own = new Ledger();
  try {
    work(own);
  } catch (error) {
    const { code, message } = refusalIn(error);
    ledger.drop(pointer, `The entry cannot be converted: ${message} [${code}]`);
    return;
  }
  for (const loss of own.losses) ledger.losses.push(loss);
  for (const warning of own.warnings) if (warning.severity === 'warning') ledger.warnings.push(warning);
}

function refuseTwin(known: ReadonlyMap<string, unknown>, name: string): void {
  if (!known.has(name)) return;
  throw new ToolmarkError('convert.same-name', `Another entry is also named ${quoteInert(name, 210)}.`);
}

/** A registry in upstream form as ToolHive had it first: entries by name, images and remotes apart. */
export function serverRegistryToToolhive(value: Json, ledger: Ledger): Json {
  refuseMalformed(
    findMisshapen(UPSTREAM_REGISTRY_SHAPE, value, ''),
    'server.malformed',
    'This is not a registry in upstream form',
  );
  const registry = value as JsonObject & { readonly data: JsonObject };
  const { data, meta } = registry;
  ledger.loseRest(registry, '', ['$schema', 'version', 'meta', 'data'], UNKNOWN);
  ledger.loseRest(data, '/data', ['servers', 'groups'], UNKNOWN);
  const groups = groupsOf(data).map((group, index) => {
    ledger.loseRest(group, `/data/groups/${index}`, ['name', 'description', 'servers'], UNKNOWN);
    return { ...naming(group), ...toEntries(group, `/data/groups/${index}`, ledger) };
  });
  return {
    version: member(registry, 'version') ?? '1.0.0',
    ...(isJsonObject(meta) && meta.last_updated !== undefined ? { last_updated: meta.last_updated } : {}),
    ...toEntries(data, '/data', ledger),
    ...(groups.length === 0 ? {} : { groups }),
  };
}

function toEntries(holder: JsonObject, at: string, ledger: Ledger): JsonObject {
  const entries = new Map<string, ToolhiveEntry>();
  for (const { server: given, pointer } of serversIn(holder, at)) {
    attempt(pointer, ledger, own => {
      const { server, findings } = parseServerJson(given);
      const entry = serverToToolhive(server, pointer, own);
      const key = bareName(server.name, 'toolhive');
      refuseTwin(entries, key);
      for (const finding of findings) own.warnings.push({ ...finding, pointer: `${pointer}${finding.pointer}` });
      entries.set(key, entry);
    });
  }
  const sorted = [...entries].toSorted(([a], [b]) => byCodePoint(a, b));
  const remotes = sorted.filter(([, entry]) => !isImage(entry));
  return {
    servers: Object.fromEntries(sorted.filter(([, entry]) => isImage(entry))),
    ...(remotes.length === 0 ? {} : { remote_servers: Object.fromEntries(remotes) }),
  };
}
