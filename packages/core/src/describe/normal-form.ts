import { isJsonObject, type Json, type JsonObject } from '../base/index.ts';
import { MCP_MEMBERS } from './mcp-members.ts';
import type { McpTool } from './mcp-tool.ts';
import { NAMED_SCHEMAS, SCHEMA_KEYWORDS } from './schema-words.ts';

/**
 * A tool without the differences that registries introduce without meaning: known members that are null, empty annotations,
 * empty `required` and `properties` become absent. What is not known is left as it is. It decides whether a change is
 * *equivalent*; it never enters a digest.
 */
export function normalForm(tool: McpTool): JsonObject {
  return Object.fromEntries(
    Object.entries(withoutNulls(tool, MCP_MEMBERS.tools)).flatMap(([key, value]): [string, Json][] => {
      if (key === 'inputSchema' || key === 'outputSchema') return [[key, normalSchema(value)]];
      if (key !== 'annotations' || !isJsonObject(value)) return [[key, value]];
      const annotations = withoutNulls(value, MCP_MEMBERS.toolAnnotations);
      return Object.keys(annotations).length === 0 ? [] : [[key, annotations]];
    }),
  );
}

function withoutNulls(object: JsonObject, known: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key, value]) => value !== null || !known.includes(key)));
}

function normalSchema(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(normalSchema);
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
      if (key === 'required' && Array.isArray(value) && value.length === 0) return [];
      if (key === 'properties' && isJsonObject(value) && Object.keys(value).length === 0) return [];
      if (NAMED_SCHEMAS.has(key) && isJsonObject(value)) return [[key, normalNamed(value)]];
      // Below any other keyword there is data, or something that only others know.
      return [[key, SCHEMA_KEYWORDS.has(key) ? normalSchema(value) : value]];
    }),
  );
}

function normalNamed(schemas: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, normalSchema(schema)]));
}
