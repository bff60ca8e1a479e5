import { isJsonObject, type Json, type JsonObject } from '../base/index.ts';
import type { McpTool } from './mcp-tool.ts';
import { DATA_KEYWORDS, NAMED_SCHEMAS } from './schema-words.ts';

/**
 * A tool with the differences folded that registries introduce without meaning: null members, empty annotations, empty
 * `required` and `properties` become absent. It decides whether a change is *equivalent*; it never enters a digest.
 */
export function normalForm(tool: McpTool): JsonObject {
  return Object.fromEntries(
    Object.entries(tool).flatMap(([key, value]) => {
      if (value === null) return [];
      if (key === 'inputSchema' || key === 'outputSchema') return [[key, normalSchema(value)]];
      if (key === 'annotations' && isJsonObject(value)) return normalAnnotations(key, value);
      return [[key, value]];
    }),
  );
}

function normalAnnotations(key: string, annotations: JsonObject): [string, JsonObject][] {
  const kept = Object.entries(annotations).filter(([, value]) => value !== null);
  return kept.length === 0 ? [] : [[key, Object.fromEntries(kept)]];
}

function normalSchema(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(normalSchema);
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (DATA_KEYWORDS.has(key)) return [[key, value]];
      if (key === 'required' && Array.isArray(value) && value.length === 0) return [];
      if (NAMED_SCHEMAS.has(key) && isJsonObject(value)) {
        if (key === 'properties' && Object.keys(value).length === 0) return [];
        return [[key, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, normalSchema(part)]))]];
      }
      return [[key, normalSchema(value)]];
    }),
  );
}
