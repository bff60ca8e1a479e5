import { isJsonObject, type Json, type JsonObject, member } from '@toolmark/core';

/** The least that an input schema asks for: its required members, those with a default left out, each with a plain value. */
export function minimalArguments(schema: JsonObject): JsonObject {
  const properties = objectOf(member(schema, 'properties'));
  const required = member(schema, 'required');
  const names = (Array.isArray(required) ? required : []).filter(name => typeof name === 'string');
  const wanted = names.filter(name => member(objectOf(properties[name]), 'default') === undefined);
  return Object.fromEntries(wanted.map(name => [name, plainValue(objectOf(properties[name]), schema)]));
}

function plainValue(schema: JsonObject, root: JsonObject): Json {
  const reference = member(schema, '$ref');
  if (typeof reference === 'string') return plainValue(resolve(reference, root), root);
  if (schema.const !== undefined) return schema.const;
  const [choice] = Array.isArray(schema.enum) ? schema.enum : [];
  if (choice !== undefined) return choice;
  const [other] = ['anyOf', 'oneOf', 'allOf'].flatMap(keyword => member(schema, keyword) ?? []).flat();
  if (other !== undefined) return plainValue(objectOf(other as Json), root);
  const [type] = [schema.type].flat();
  if (type === 'object') return minimalArguments(schema);
  if (type === 'array') {
    const least = Number(schema.minItems ?? 0);
    return Array.from({ length: least }, () => plainValue(objectOf(schema.items), root));
  }
  if (type === 'number' || type === 'integer')
    return Number(schema.minimum ?? Number(schema.exclusiveMinimum ?? 0) + 1);
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  return 'x'.repeat(Math.max(1, Number(schema.minLength ?? 1)));
}

function resolve(reference: string, root: JsonObject): JsonObject {
  const keys = reference.replace(/^#\/?/, '').split('/');
  return keys.reduce<JsonObject>((value, key) => objectOf(value[key]), root);
}

function objectOf(value: Json | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {};
}
