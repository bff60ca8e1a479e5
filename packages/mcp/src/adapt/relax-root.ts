import type { PlainJson, PlainObject } from './plain-json.ts';

/**
 * A schema without the keywords that OpenAI and Anthropic refuse at the root, with the parameters of all variants in one
 * list. It tells a model less about which of them go together; the server still checks what it gets.
 */
export function relaxRoot(schema: PlainObject): PlainObject {
  if (!REFUSED_AT_ROOT.some(keyword => Object.hasOwn(schema, keyword))) return schema;
  const parts: Part[] = [];
  collectParts(schema, true, parts);
  const required = new Set(parts.flatMap(({ schema: part, holds }) => (holds ? namesIn(part.required) : [])));
  return {
    ...Object.fromEntries(Object.entries(schema).filter(([keyword]) => !REFUSED_AT_ROOT.includes(keyword))),
    properties: mergeProperties(parts),
    ...(required.size === 0 ? {} : { required: [...required] }),
  };
}

const REFUSED_AT_ROOT = ['oneOf', 'anyOf', 'allOf', 'enum', 'const', 'not'];

/** A variant at any depth, and whether it holds whatever the arguments are. */
interface Part {
  readonly schema: PlainObject;
  readonly holds: boolean;
}

function collectParts(schema: PlainObject, holds: boolean, into: Part[]): void {
  into.push({ schema, holds });
  for (const variant of variantsOf(schema.allOf)) collectParts(variant, holds, into);
  for (const variant of variantsOf(schema.anyOf)) collectParts(variant, false, into);
  for (const variant of variantsOf(schema.oneOf)) collectParts(variant, false, into);
}

function variantsOf(list: PlainJson | undefined): PlainObject[] {
  return Array.isArray(list) ? list.filter(isPlainObject) : [];
}

/** A parameter that several variants describe may be what any of them says. */
function mergeProperties(parts: readonly Part[]): PlainObject {
  const said = new Map<string, Map<string, PlainJson>>();
  for (const { schema: part } of parts) {
    for (const [name, schema] of isPlainObject(part.properties) ? Object.entries(part.properties) : []) {
      const schemas = said.get(name) ?? new Map<string, PlainJson>();
      said.set(name, schemas.set(JSON.stringify(schema), schema));
    }
  }
  return Object.fromEntries([...said].map(([name, schemas]) => [name, anyOfThem([...schemas.values()])]));
}

function anyOfThem(schemas: PlainJson[]): PlainJson {
  const [first = {}] = schemas;
  return schemas.length > 1 ? { anyOf: schemas } : first;
}

function namesIn(required: PlainJson | undefined): string[] {
  return Array.isArray(required) ? required.filter(name => typeof name === 'string') : [];
}

export function isPlainObject(value: PlainJson | undefined): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
