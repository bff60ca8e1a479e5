import {
  child,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  pointerKeys,
  quoteInert,
} from '../../../base/index.ts';
import type { Offence, Rule } from '../../rule.ts';

export const parameterRequired: Rule = {
  code: 'semantic.parameter-required',
  severity: 'error',
  title: 'A required parameter is not described.',
  advice: 'Describe it in properties, or remove it from required.',
  check({ parameters, at }) {
    if (!isJsonObject(parameters)) return [];
    const search: Search = { root: parameters, offences: [], described: new Map(), stepsLeft: MAX_STEPS };
    visit(search, parameters, at.parameters, parameters);
    if (search.stepsLeft >= 0) return search.offences;
    const message = 'This schema is too complex to check its required parameters.';
    return [{ pointer: at.parameters, message }];
  },
};

/** Far more than an honest schema needs. Nested references can multiply the work. */
const MAX_STEPS = 1_000_000;

interface Search {
  readonly root: JsonObject;
  readonly offences: Offence[];
  /** By the outermost schema of a value, because its branches share it. */
  readonly described: Map<JsonObject, Described>;
  stepsLeft: number;
}

/** The names described for one value. With `isOpen`, patterns or remote references may describe others. */
interface Described {
  readonly names: ReadonlySet<string>;
  readonly isOpen: boolean;
}

/** Keywords whose schemas apply to the same value or to its parts. `not` forbids names and describes none. */
const SAME_VALUE = new Set(['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas']);
const PARTS = new Set(['properties', 'items', 'prefixItems', 'additionalProperties']);

/** A required name may be described by any schema that applies to the value. `whole` is the outermost of them. */
function visit(search: Search, schema: JsonObject, pointer: string, whole: JsonObject): void {
  for (const key of Object.keys(schema)) {
    const value = schema[key];
    if (key === 'required' && Array.isArray(value)) checkRequired(search, value, pointer, whole);
    if (SAME_VALUE.has(key)) for (const part of schemasIn(schema, key, pointer)) visit(search, ...part, whole);
    if (PARTS.has(key)) for (const part of schemasIn(schema, key, pointer)) visit(search, ...part, part[0]);
  }
}

function checkRequired(search: Search, required: readonly Json[], pointer: string, whole: JsonObject): void {
  const { names, isOpen } = search.described.get(whole) ?? describedBy(search, whole);
  if (isOpen) return;
  for (const [index, name] of required.entries()) {
    if (typeof name !== 'string' || names.has(name)) continue;
    const message = `${quoteInert(name)} is required but not described.`;
    search.offences.push({ pointer: `${pointer}/required/${index}`, message });
  }
}

/** Iterative: a chain of references may be longer than the stack. */
function describedBy(search: Search, schema: JsonObject): Described {
  const names = new Set<string>();
  const schemas = new Set([schema]);
  let isOpen = false;
  for (const current of schemas) {
    const properties = Object.keys(objectOf(member(current, 'properties')));
    for (const name of properties) names.add(name);
    search.stepsLeft -= 1 + properties.length;
    if (search.stepsLeft < 0) break;
    const target = resolve(search.root, member(current, '$ref'));
    if (target === 'elsewhere' || isJsonObject(member(current, 'patternProperties'))) isOpen = true;
    else if (target !== undefined) schemas.add(target);
    for (const key of SAME_VALUE) for (const [branch] of schemasIn(current, key, '')) schemas.add(branch);
  }
  search.described.set(schema, { names, isOpen });
  return { names, isOpen };
}

const SINGLE = new Set(['if', 'then', 'else', 'items', 'additionalProperties']);

/** The schemas a keyword holds: one, a list of them, or a map of them. */
function schemasIn(holder: JsonObject, key: string, pointer: string): [schema: JsonObject, pointer: string][] {
  const value = member(holder, key);
  if (typeof value !== 'object' || value === null) return [];
  if (SINGLE.has(key) && isJsonObject(value)) return [[value, child(pointer, key)]];
  const place = child(pointer, key);
  return Object.keys(value).flatMap(name => {
    const schema = (value as JsonObject)[name];
    return isJsonObject(schema) ? [[schema, child(place, name)]] : [];
  });
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function resolve(root: JsonObject, ref: Json | undefined): JsonObject | 'elsewhere' | undefined {
  if (typeof ref !== 'string') return undefined;
  if (!/^#(\/|$)/.test(ref)) return 'elsewhere';
  let value: Json | undefined = root;
  for (const key of pointerKeys(ref.slice(1))) value = isJsonObject(value) ? member(value, key) : undefined;
  return isJsonObject(value) ? value : 'elsewhere';
}
