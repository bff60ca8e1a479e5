import { pointerKeys } from '@toolmark/core/json';
import { isPlainObject, type PlainJson, type PlainObject } from './plain-json.ts';

/** A schema with an acceptable root, and what was lost. */
export interface Relaxed {
  readonly schema: PlainObject;
  /** `merged`: variants were merged. `lost`: a reference could not be resolved. */
  readonly loss: 'none' | 'merged' | 'lost';
}

/**
 * Removes the keywords that OpenAI and Anthropic refuse at the root and merges the parameters of all variants. The server still
 * validates the arguments.
 */
export function relaxRoot(schema: PlainObject): Relaxed {
  if (!REPLACED_AT_ROOT.some(keyword => Object.hasOwn(schema, keyword))) return { schema, loss: 'none' };
  const { parts, isLost } = gather(schema);
  const required = new Set(parts.flatMap(({ schema: part, holds }) => (holds ? namesIn(part.required) : [])));
  const rest = Object.entries(schema).filter(([keyword]) => !REPLACED_AT_ROOT.includes(keyword));
  const properties = mergeProperties(parts);
  return {
    schema: { ...Object.fromEntries(rest), properties, ...(required.size === 0 ? {} : { required: [...required] }) },
    loss: isLost ? 'lost' : 'merged',
  };
}

const REPLACED_AT_ROOT = ['oneOf', 'anyOf', 'allOf', 'enum', 'const', 'not', '$ref'];

/** A variant at any depth, and whether it always applies. */
interface Part {
  readonly schema: PlainObject;
  readonly holds: boolean;
}

interface Gathered {
  readonly parts: readonly Part[];
  /** A reference could not be resolved. */
  readonly isLost: boolean;
}

/** Iterative: a chain of references may exceed the stack. */
function gather(root: PlainObject): Gathered {
  const seen = new Set<string>();
  const parts: Part[] = [];
  let isLost = false;
  const waiting: Part[] = [{ schema: root, holds: true }];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const { schema, holds } = part;
    parts.push(part);
    const variants = [...variantsOf(schema, 'oneOf', false), ...variantsOf(schema, 'anyOf', false)];
    for (const variant of [...variants.reverse(), ...variantsOf(schema, 'allOf', holds).reverse()])
      waiting.push(variant);
    const key = `${holds} ${String(schema.$ref)}`;
    if (schema.$ref === undefined || seen.has(key)) continue;
    seen.add(key);
    const target = resolve(schema.$ref, root);
    if (target === undefined) isLost = true;
    else waiting.push({ schema: target, holds });
  }
  return { parts, isLost };
}

/** The target of a reference within the schema. */
function resolve(reference: PlainJson, root: PlainObject): PlainObject | undefined {
  if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference)) return undefined;
  let at: PlainJson | undefined = root;
  for (const key of pointerKeys(decode(reference.slice(1))))
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as PlainObject)[key] : undefined;
  return isPlainObject(at) ? at : undefined;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return '/%';
  }
}

function variantsOf(schema: PlainObject, keyword: string, holds: boolean): Part[] {
  const list = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
  return Array.isArray(list) ? list.filter(isPlainObject).map(variant => ({ schema: variant, holds })) : [];
}

/** A parameter of several variants may match any of them. */
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
