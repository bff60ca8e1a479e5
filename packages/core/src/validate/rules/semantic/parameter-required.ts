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
  advice: 'Describe it under properties, or take it out of required.',
  check({ parameters, at }) {
    if (!isJsonObject(parameters)) return [];
    const offences: Offence[] = [];
    visit({ root: parameters, schema: parameters, pointer: at.parameters, outer: undefined }, offences);
    return offences;
  },
};

/** A schema on the way down. `outer` is the schema around it that speaks about the same value. */
interface Visit {
  readonly root: JsonObject;
  readonly schema: JsonObject;
  readonly pointer: string;
  readonly outer: Visit | undefined;
}

/** Keywords whose schemas speak about the same value (`not` forbids names and need not describe them), and those whose schemas speak about a part of it. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas'];
const PARTS = ['properties', 'items', 'prefixItems', 'additionalProperties'];

function visit(here: Visit, offences: Offence[]): void {
  const required = member(here.schema, 'required');
  if (Array.isArray(required)) checkRequired(here, required, offences);
  for (const [key, keywords] of KEYWORDS) {
    const value = here.schema[key];
    if (typeof value !== 'object' || value === null || !Object.hasOwn(here.schema, key)) continue;
    const outer = keywords === SAME_VALUE ? here : undefined;
    for (const { schema, pointer } of schemasIn(key, value, here.pointer)) {
      visit({ root: here.root, schema, pointer, outer }, offences);
    }
  }
}

const KEYWORDS = [...SAME_VALUE.map(key => [key, SAME_VALUE] as const), ...PARTS.map(key => [key, PARTS] as const)];
const SINGLE = new Set(['if', 'then', 'else', 'items', 'additionalProperties']);

/** The schemas a keyword holds: one, a list of them, or a map of them. */
function schemasIn(key: string, value: object, pointer: string): { schema: JsonObject; pointer: string }[] {
  if (SINGLE.has(key) && isJsonObject(value)) return [{ schema: value, pointer: child(pointer, key) }];
  return Object.keys(value).flatMap(name => {
    const schema = (value as JsonObject)[name];
    return isJsonObject(schema) ? [{ schema, pointer: child(child(pointer, key), name) }] : [];
  });
}

function checkRequired(here: Visit, required: readonly Json[], offences: Offence[]): void {
  for (const [index, name] of required.entries()) {
    if (typeof name !== 'string' || isDescribed(here, name)) continue;
    const message = `${quoteInert(name)} is required but not described.`;
    offences.push({ pointer: `${here.pointer}/required/${index}`, message });
  }
}

/** A name required anywhere for a value must be described anywhere for that value: a branch may rely on its parent. */
function isDescribed(here: Visit, name: string): boolean {
  for (let level: Visit | undefined = here; level !== undefined; level = level.outer) {
    if (describes(level.root, level.schema, name, new Set())) return true;
  }
  return false;
}

function describes(root: JsonObject, schema: JsonObject, name: string, seen: Set<JsonObject>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const properties = member(schema, 'properties');
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) return true;
  // Patterns and references to elsewhere may describe any name; the schema checker judges those references.
  if (isJsonObject(member(schema, 'patternProperties'))) return true;
  const target = resolve(root, member(schema, '$ref'));
  if (target === 'elsewhere' || (target !== undefined && describes(root, target, name, seen))) return true;
  return SAME_VALUE.some(key => {
    const value = member(schema, key);
    if (typeof value !== 'object' || value === null) return false;
    return schemasIn(key, value, '').some(branch => describes(root, branch.schema, name, seen));
  });
}

function resolve(root: JsonObject, ref: Json | undefined): JsonObject | 'elsewhere' | undefined {
  if (typeof ref !== 'string') return undefined;
  if (!/^#(\/|$)/.test(ref)) return 'elsewhere';
  let value: Json | undefined = root;
  for (const key of pointerKeys(ref.slice(1))) value = isJsonObject(value) ? member(value, key) : undefined;
  return isJsonObject(value) ? value : 'elsewhere';
}
