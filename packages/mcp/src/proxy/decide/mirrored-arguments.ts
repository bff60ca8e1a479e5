import { isJsonObject, type Json, type JsonObject, member } from '@toolmark/core';

/** An argument that a tool requires in a header too. */
interface Mirrored {
  readonly header: string;
  readonly path: readonly string[];
}

const MAX_DEPTH = 32;

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** Whether a tool names an invalid header, or one header for two arguments: clients must not use such a tool. */
export function hasBadHeader({ inputSchema }: JsonObject): boolean {
  const headers = [...annotated(inputSchema)].map(({ name }) => name);
  const known = headers.map(name => (typeof name === 'string' ? name.toLowerCase() : ''));
  return !known.every(name => TOKEN.test(name)) || new Set(known).size < known.length;
}

/** The arguments of a tool that are repeated in headers. */
export function* mirroredIn(schema: Json | undefined): Generator<Mirrored> {
  for (const { name, path } of annotated(schema)) {
    if (typeof name === 'string' && TOKEN.test(name)) yield { header: `mcp-param-${name.toLowerCase()}`, path };
  }
}

function* annotated(
  schema: Json | undefined,
  path: readonly string[] = [],
): Generator<{ readonly name: Json; readonly path: readonly string[] }> {
  const properties = schema !== undefined && isJsonObject(schema) ? member(schema, 'properties') : undefined;
  if (properties === undefined || !isJsonObject(properties) || path.length >= MAX_DEPTH) return;
  for (const [key, property] of Object.entries(properties)) {
    if (!isJsonObject(property)) continue;
    const name = member(property, 'x-mcp-header');
    if (name !== undefined) yield { name, path: [...path, key] };
    yield* annotated(property, [...path, key]);
  }
}
