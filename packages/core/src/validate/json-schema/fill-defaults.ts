import { child, isJsonObject, type Json, type JsonObject, member, ToolmarkError } from '../../base/index.ts';
import { matches } from './assertions.ts';
import { canonicalKey } from './canonical-key.ts';
import { evaluate, spend } from './evaluate.ts';
import { isJsonList } from './json-list.ts';
import { namesOf } from './make-check.ts';
import type { Run, SchemaNode } from './schema-node.ts';
import type { Subschemas } from './subschemas.ts';

/** A value with its defaults added. */
export interface Filled {
  /** The given value itself if nothing is added. */
  readonly value: Json;
  /** Pointers where the schema has no unique default. Nothing is added there. */
  readonly uncertain: readonly string[];
}

/** Whether to add all missing members with a default, or only required ones. */
export type Wanted = 'all' | 'required';

/** The run limits the work. */
export interface Filling {
  readonly wanted: Wanted;
  readonly subschemas: Subschemas;
  readonly run: Run;
}

/**
 * Adds missing members with a default, at any depth, through references and combined schemas. `default` is an
 * annotation, so only schemas that apply to the value count: of alternatives, those that match.
 */
export function fillDefaults(root: SchemaNode, instance: Json, filling: Filling): Filled {
  const uncertain: string[] = [];
  return { value: fill([root], instance, { ...filling, uncertain }), uncertain };
}

interface Work extends Filling {
  readonly uncertain: string[];
}

/** Defaults inside defaults could nest without end. */
const MAX_NESTING = 128;

/** The cost of one value, in steps. */
const STEPS_A_VALUE = 50;

function fill(given: readonly SchemaNode[], value: Json, work: Work): Json {
  if (typeof value !== 'object' || value === null || given.length === 0) return value;
  if (work.run.path.length > MAX_NESTING) {
    throw new ToolmarkError('schema.too-deep', 'The defaults of the schema are nested too deep. Flatten the schema.');
  }
  spend(work.run, STEPS_A_VALUE);
  const { schemas, filled } = findSchemas(given, value, work);
  return isJsonObject(filled) ? fillMembers(schemas, filled, work) : fillItems(schemas, filled as Json[], work);
}

/** All schemas that apply to the value, and the value with their defaults. */
function findSchemas(given: readonly SchemaNode[], value: Json, work: Work): { schemas: SchemaNode[]; filled: Json } {
  const found = new Set<SchemaNode>();
  const chosen: { readonly choice: Choice; readonly of: Json; readonly nodes: readonly SchemaNode[] }[] = [];
  let waiting = given;
  let filled = value;
  while (waiting.length > 0) {
    const choices = waiting.flatMap(node => join(node, found, value, work));
    filled = addMembers([...found], value, work);
    const made = choices.map(choice => ({ choice, of: filled, nodes: choice(filled) }));
    chosen.push(...made);
    waiting = made.flatMap(({ nodes }) => nodes);
  }
  // A default that was added later may change the choice.
  const isStable = chosen.every(({ choice, of, nodes }) => of === filled || sameNodes(choice(filled), nodes));
  if (!isStable) note(work);
  noteConflicts([...found], value, work);
  return { schemas: [...found], filled };
}

function sameNodes(a: readonly SchemaNode[], b: readonly SchemaNode[]): boolean {
  return a.length === b.length && a.every((node, index) => node === b[index]);
}

/** Selects the schemas that apply to a value. */
type Choice = (value: Json) => readonly SchemaNode[];

/** Adds a schema and all that always apply with it; returns its choices. */
function join(node: SchemaNode, found: Set<SchemaNode>, given: Json, work: Work): Choice[] {
  spend(work.run, 1);
  if (found.has(node) || !isJsonObject(node.schema)) return [];
  found.add(node);
  const together = [...references(node, work), ...work.subschemas.inList(node, 'allOf')];
  return [...choicesOf(node, given, work), ...together.flatMap(other => join(other, found, given, work))];
}

function references(node: SchemaNode, work: Work): SchemaNode[] {
  const { subschemas } = work;
  const dynamic = subschemas.referred(node, '$dynamicRef');
  // The target depends on the dynamic scope, which matters only with several resources.
  if (dynamic.some(({ resource }) => new Set(resource.document.resources.values()).size > 1)) note(work);
  return [...subschemas.referred(node, '$ref'), ...dynamic];
}

function choicesOf(node: SchemaNode, given: Json, work: Work): Choice[] {
  const { subschemas, run } = work;
  const choices: Choice[] = ['anyOf', 'oneOf'].flatMap(keyword => {
    const nodes = subschemas.inList(node, keyword);
    return nodes.length === 0 ? [] : [(value: Json) => fitting(nodes, [value, given], work)];
  });
  const [yes, no] = [subschemas.only(node, 'then'), subschemas.only(node, 'else')];
  for (const condition of subschemas.only(node, 'if')) {
    choices.push(value => (evaluate(condition, value, run) ? yes : no));
  }
  for (const keyword of ['dependentSchemas', 'dependencies']) {
    const names = subschemas.names(node, keyword);
    const present = (value: Json): string[] => names.filter(name => isJsonObject(value) && Object.hasOwn(value, name));
    if (names.length > 0) choices.push(value => present(value).flatMap(name => subschemas.named(node, keyword, name)));
  }
  return choices;
}

/** The alternatives that match the value with its defaults, or else without them. */
function fitting(nodes: readonly SchemaNode[], values: readonly Json[], work: Work): readonly SchemaNode[] {
  for (const value of new Set(values)) {
    const fits = nodes.filter(node => fitsFilled(node, value, work));
    if (fits.length > 0) return fits;
  }
  note(work);
  return [];
}

/** As it is, or with the required members of the alternative. */
function fitsFilled(node: SchemaNode, value: Json, work: Work): boolean {
  if (evaluate(node, value, work.run)) return true;
  const filled = fill([node], value, { ...work, wanted: 'required', uncertain: [] });
  return filled !== value && evaluate(node, filled, work.run);
}

function addMembers(schemas: readonly SchemaNode[], value: Json, work: Work): Json {
  if (!isJsonObject(value)) return value;
  const added: [string, Json][] = [];
  for (const [name, defaults] of defaultsFor(schemas, value, work)) {
    const [only, ...others] = defaults.values();
    if (only !== undefined && others.length === 0) added.push([name, only]);
  }
  if (added.length === 0) return value;
  const isWanted = work.wanted === 'all' ? () => true : requiredBy(schemas, value);
  const wanted = added.filter(([name]) => isWanted(name));
  for (const [, json] of wanted) spend(work.run, sizeOf(json));
  return wanted.length === 0 ? value : Object.fromEntries([...Object.entries(value), ...wanted]);
}

/** The different defaults of each missing member. */
function defaultsFor(schemas: readonly SchemaNode[], value: JsonObject, work: Work): Map<string, Map<string, Json>> {
  const found = new Map<string, Map<string, Json>>();
  for (const schema of schemas) {
    const names = work.subschemas.names(schema, 'properties');
    spend(work.run, names.length >> 3);
    for (const name of names) {
      if (Object.hasOwn(value, name)) continue;
      const known = found.get(name) ?? new Map<string, Json>();
      found.set(name, known);
      const [node] = work.subschemas.named(schema, 'properties', name);
      for (const json of defaultsOf(node, work, new Set())) known.set(canonicalKey(json), json);
    }
  }
  return found;
}

function noteConflicts(schemas: readonly SchemaNode[], value: Json, work: Work): void {
  if (!isJsonObject(value)) return;
  for (const [name, defaults] of defaultsFor(schemas, value, work)) if (defaults.size > 1) note(work, name);
}

/** The own default of a schema, or else those of the schemas that apply with it. */
function defaultsOf(node: SchemaNode | undefined, work: Work, seen: Set<SchemaNode>): Json[] {
  spend(work.run, 1);
  if (node === undefined || seen.has(node) || !isJsonObject(node.schema)) return [];
  seen.add(node);
  const own = member(node.schema, 'default');
  if (own !== undefined) {
    spend(work.run, sizeOf(own));
    return [own];
  }
  const others = ['allOf', 'anyOf', 'oneOf'].flatMap(keyword => work.subschemas.inList(node, keyword));
  return [...references(node, work), ...others].flatMap(other => defaultsOf(other, work, seen));
}

/** The cost of adding a default, in steps. */
function sizeOf(json: Json): number {
  return 1 + (canonicalKey(json).length >> 3);
}

function requiredBy(schemas: readonly SchemaNode[], value: JsonObject): (name: string) => boolean {
  const names = new Set<string>();
  for (const { schema } of schemas) {
    if (!isJsonObject(schema)) continue;
    for (const name of namesOf(member(schema, 'required') ?? [])) names.add(name);
    for (const keyword of ['dependentRequired', 'dependencies']) {
      for (const [name, needed] of Object.entries(member(schema, keyword) ?? {})) {
        if (Object.hasOwn(value, name) && isJsonList(needed)) for (const other of namesOf(needed)) names.add(other);
      }
    }
  }
  return name => names.has(name);
}

function fillMembers(schemas: readonly SchemaNode[], object: JsonObject, work: Work): Json {
  const entries = Object.entries(object);
  const filled = entries.map(([name, value]): [string, Json] => [
    name,
    isContainer(value) ? below(name, memberSchemas(schemas, name, work), value, work) : value,
  ]);
  return filled.every(([, value], index) => value === entries[index]?.[1]) ? object : Object.fromEntries(filled);
}

function memberSchemas(schemas: readonly SchemaNode[], name: string, { subschemas, run }: Work): SchemaNode[] {
  const own = schemas.flatMap(schema => {
    const declared = subschemas.named(schema, 'properties', name);
    const matching = subschemas.matching(schema, pattern => matches(pattern, name, run));
    const rules = [...declared, ...matching];
    return rules.length > 0 ? rules : subschemas.only(schema, 'additionalProperties');
  });
  return own.length > 0 ? own : schemas.flatMap(schema => subschemas.only(schema, 'unevaluatedProperties'));
}

function fillItems(schemas: readonly SchemaNode[], list: readonly Json[], work: Work): Json {
  const filled = list.map((item, index) =>
    isContainer(item) ? below(index, itemSchemas(schemas, index, work), item, work) : item,
  );
  return filled.every((item, index) => item === list[index]) ? (list as Json[]) : filled;
}

function itemSchemas(schemas: readonly SchemaNode[], index: number, { subschemas }: Work): SchemaNode[] {
  const own = schemas.flatMap(schema => {
    const tuple = subschemas.inList(schema, 'prefixItems');
    // In draft-07 a list of items is what `prefixItems` is in 2020-12.
    const first = tuple.length > 0 ? tuple : subschemas.inList(schema, 'items');
    const node = first[index];
    if (node !== undefined) return [node];
    return [...subschemas.only(schema, 'items'), ...subschemas.only(schema, 'additionalItems')];
  });
  return own.length > 0 ? own : schemas.flatMap(schema => subschemas.only(schema, 'unevaluatedItems'));
}

function below(key: string | number, nodes: readonly SchemaNode[], value: Json, work: Work): Json {
  work.run.path.push(key);
  spend(work.run, 1);
  const filled = fill(nodes, value, work);
  work.run.path.pop();
  return filled;
}

function isContainer(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}

function note({ uncertain, run }: Work, name?: string): void {
  const place = run.path.reduce<string>((above, key) => child(above, key), '');
  uncertain.push(name === undefined ? place : child(place, name));
}
