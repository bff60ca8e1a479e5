import { isJsonObject, type Json, type JsonObject, member } from '../../base/index.ts';
import type { McpTool } from '../mcp-tool.ts';
import { normalForm } from '../normal-form.ts';
import { fullName } from './names.ts';
import { SERVER_SCHEMA } from './server-rules.ts';
import { isImage } from './toolhive.ts';

/**
 * An entry with the differences folded that converters introduce without meaning (docs/spec/interop.md, section 5). It
 * decides whether two entries are equal; it never enters a digest.
 */
export function normalEntry(entry: JsonObject): JsonObject {
  const folded = fold(entry);
  const normal = isJsonObject(folded) ? folded : {};
  const { name } = normal;
  const isToolhive = isImage(entry) || (Object.hasOwn(entry, 'url') && Object.hasOwn(entry, 'transport'));
  return isToolhive && typeof name === 'string' ? { ...normal, name: fullName(name, 'toolhive') } : normal;
}

/** Flags whose default is false. */
const FLAGS = new Set(['isRequired', 'isSecret', 'isRepeated', 'required', 'secret', 'stateless', 'optional']);

/** Data of other parties, kept unchanged. */
const FOREIGN = new Set(['custom_metadata', 'oauth_config', 'permissions', 'provenance']);

function fold(value: Json): Json {
  if (Array.isArray(value)) return value.map(fold);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value).flatMap((key): [string, Json][] => {
      const item = member(value, key) ?? null;
      if (isDefault(key, item)) return [];
      const kept = foldMember(key, item);
      return isEmpty(kept) ? [] : [[key, kept]];
    }),
  );
}

function foldMember(key: string, value: Json): Json {
  if (FOREIGN.has(key)) return value;
  return key === 'tool_definitions' && Array.isArray(value) ? value.map(normalTool) : fold(value);
}

function normalTool(tool: Json): Json {
  return isJsonObject(tool) ? normalForm(tool as McpTool) : tool;
}

function isDefault(key: string, value: Json): boolean {
  if (FLAGS.has(key)) return value === false;
  return (key === 'status' && value === 'active') || (key === '$schema' && value === SERVER_SCHEMA);
}

function isEmpty(value: Json): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}
