import { pointerKeys } from '@toolmark/core';
import { isPlainObject, type PlainJson, type PlainObject } from './plain-json.ts';

/** A schema that APIs take at its root, and what it cost. */
export interface Relaxed {
  readonly schema: PlainObject;
  /** `merged`: it says less about which parameters go together. `lost`: some parameters could not be found. */
  readonly loss: 'none' | 'merged' | 'lost';
}

/**
 * A schema without the keywords that OpenAI and Anthropic refuse at the root, with the parameters of all variants in one
 * list. It tells a model less about which of them go together; the server still checks what it gets.
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

/** A variant at any depth, and whether it holds whatever the arguments are. */
interface Part {
  readonly schema: PlainObject;
  readonly holds: boolean;
}

interface Gathered {
  readonly parts: readonly Part[];
  /** A reference led out of the schema. */
  readonly isLost: boolean;
}

/** Not by recursion: a chain of references may be longer than the stack is deep. */
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

/** What a reference inside the schema leads to, or undefined for any other. */
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
