import {
  child,
  type Finding,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  sortFindings,
} from '../../base/index.ts';
import { readInput, refuseMalformed } from '../door.ts';
import { findMcpToolErrors } from '../mcp-tool.ts';
import { findLargeIntegers } from './large-integers.ts';
import { findServerErrors, type ServerOptions } from './server-json.ts';
import { findMisshapen } from './shape.ts';
import { IMAGE_SHAPE, LEGACY_REGISTRY_SHAPE, REMOTE_SHAPE, UPSTREAM_REGISTRY_SHAPE } from './toolhive-shape.ts';
import { findToolsMismatch } from './tools-mismatch.ts';

/** An image or a remote in a registry of ToolHive. */
export interface ToolhiveEntry extends JsonObject {
  readonly description: string;
  readonly name?: string;
  readonly title?: string;
  readonly image?: string;
  readonly url?: string;
  readonly transport?: string;
}

/** An entry from bytes, or from a value made elsewhere; throws `toolhive.malformed` with every reason. */
export function parseToolhiveEntry(input: Uint8Array | unknown): {
  entry: ToolhiveEntry;
  findings: readonly Finding[];
} {
  const value = readInput(input, 'toolhive.malformed');
  const findings = findToolhiveErrors(value);
  refuseMalformed(findings, 'toolhive.malformed', 'This is not an entry of ToolHive');
  return { entry: value as ToolhiveEntry, findings };
}

export function isImage(entry: JsonObject): boolean {
  return Object.hasOwn(entry, 'image');
}

export function findToolhiveErrors(value: Json, at = ''): Finding[] {
  const shape = isJsonObject(value) && !isImage(value) && Object.hasOwn(value, 'url') ? REMOTE_SHAPE : IMAGE_SHAPE;
  const findings = [...findMisshapen(shape, value, at), ...findLargeIntegers(value, at)];
  if (!isJsonObject(value)) return findings;
  const tools = member(value, 'tool_definitions');
  const malformed = (Array.isArray(tools) ? tools : []).flatMap((tool, index) =>
    findMcpToolErrors(tool, `${at}/tool_definitions/${index}`),
  );
  return sortFindings([...findings, ...malformed, ...findToolsMismatch(value, at)]);
}

/** Whether a value holds whole registries' worth of entries by name. */
export function isToolhiveRegistry(value: JsonObject): boolean {
  return isJsonObject(member(value, 'servers')) || isJsonObject(member(value, 'remote_servers'));
}

export function findToolhiveRegistryErrors(value: Json): Finding[] {
  const findings = findMisshapen(LEGACY_REGISTRY_SHAPE, value, '');
  if (!isJsonObject(value)) return findings;
  for (const { entry, pointer } of toolhiveEntriesOf(value)) {
    for (const finding of findToolhiveErrors(entry, pointer)) findings.push(finding);
  }
  return findings;
}

export interface PlacedEntry {
  readonly key: string;
  readonly entry: Json;
  readonly pointer: string;
}

/** All entries of a registry or a group, images first. */
export function entriesIn(value: JsonObject, at: string): PlacedEntry[] {
  return (['servers', 'remote_servers'] as const).flatMap(list => {
    const entries = member(value, list);
    if (!isJsonObject(entries)) return [];
    return Object.entries(entries).map(([key, entry]) => ({ key, entry, pointer: child(`${at}/${list}`, key) }));
  });
}

/** All entries of a registry, those of its groups too. */
export function toolhiveEntriesOf(registry: JsonObject): PlacedEntry[] {
  const groups = member(registry, 'groups');
  const grouped = (Array.isArray(groups) ? groups : []).flatMap((group, index) =>
    isJsonObject(group) ? entriesIn(group, `/groups/${index}`) : [],
  );
  return [...entriesIn(registry, ''), ...grouped];
}

export function findServerRegistryErrors(value: Json, options: ServerOptions = {}): Finding[] {
  const findings = findMisshapen(UPSTREAM_REGISTRY_SHAPE, value, '');
  for (const { server, pointer } of serversOf(value)) {
    for (const finding of findServerErrors(server, pointer, options)) findings.push(finding);
  }
  return findings;
}

/** All servers of a registry in upstream form, those of its groups too. */
export function serversOf(value: Json): { readonly server: Json; readonly pointer: string }[] {
  const data = isJsonObject(value) ? member(value, 'data') : undefined;
  if (!isJsonObject(data)) return [];
  const groups = member(data, 'groups');
  const grouped = (Array.isArray(groups) ? groups : []).flatMap((group, index) =>
    isJsonObject(group) ? serversIn(group, `/data/groups/${index}`) : [],
  );
  return [...serversIn(data, '/data'), ...grouped];
}

export function serversIn(value: JsonObject, at: string): { readonly server: Json; readonly pointer: string }[] {
  const servers = member(value, 'servers');
  if (!Array.isArray(servers)) return [];
  return servers.map((server: Json, index) => ({ server, pointer: `${at}/servers/${index}` }));
}
