import { isJsonObject, type Json, type JsonObject, member, pointerKeys } from '../base/index.ts';
import { foldKey } from '../validate/index.ts';
import type { ConditionNames } from './condition-names.ts';

/** Keywords whose schemas describe the same value, and those that hold several. */
const SAME_VALUE = ['if', 'then', 'else', 'not'];
const SAME_VALUE_LISTS = ['allOf', 'anyOf', 'oneOf'];
const SAME_VALUE_MAPS = ['dependentSchemas', 'dependencies'];

/** A schema that refers to itself in more ways than this is read no further: its names then are those of the whole schema. */
const MAX_SCHEMAS = 1_000;

/** What the names of all values under one schema share. */
interface Shared {
  readonly whole: JsonObject;
  readonly asked: ConditionNames;
  /** Values that the same schemas describe share their names, so that deeper arguments need no more memory. */
  readonly known: Map<string, ArgumentNames>;
  readonly numbers: Map<JsonObject, number>;
}

/** Schemas can combine in exponentially many ways; values beyond this many share the strictest names. */
const MAX_KNOWN = 1_000;
const STRICTEST = 'strictest';

/** The names that a locked schema and a policy give to the members of one value, and of the values inside it. */
export class ArgumentNames {
  private readonly shared: Shared;
  private readonly schemas: readonly JsonObject[];
  private readonly names: ReadonlySet<string>;
  /** False where some schema of the value, or of one around it, could not be found: any name of the schema may be one of its names. */
  private readonly isWhole: boolean;
  /** Whether a name with another spelling anywhere in the schema counts as a variant of it. */
  private readonly isStrictest: boolean;
  private readonly children = new Map<string, ArgumentNames>();
  private folded: ReadonlyMap<string, readonly string[]> | undefined;

  private constructor(shared: Shared, found: Found, names: Iterable<string>, isStrictest = false) {
    this.shared = shared;
    this.schemas = found.schemas;
    this.isWhole = found.isWhole;
    this.names = new Set(names);
    this.isStrictest = isStrictest;
  }

  static of(schema: Json | undefined, asked: ConditionNames): ArgumentNames {
    const whole = schema !== undefined && isJsonObject(schema) ? schema : {};
    const shared = { whole, asked, known: new Map(), numbers: new Map() };
    return ArgumentNames.describing(shared, [whole], asked.root, !hasInnerId(whole));
  }

  private static describing(
    shared: Shared,
    given: readonly Json[],
    asked: ReadonlySet<string>,
    isWhole: boolean,
  ): ArgumentNames {
    const found = sameValue(shared.whole, given);
    const others = isWhole && found.isWhole ? [] : everyName(shared.whole);
    const names = [...found.schemas.flatMap(propertiesOf), ...asked, ...others];
    return new ArgumentNames(shared, { ...found, isWhole: isWhole && found.isWhole }, names);
  }

  /** How many sets of names are kept for all values. */
  get kept(): number {
    return this.shared.known.size;
  }

  has(name: string): boolean {
    return this.names.has(name) && !(this.isStrictest && this.twinOf(name) !== undefined);
  }

  /** The name that some servers read this one as. */
  twinOf(name: string): string | undefined {
    if (this.names.has(name) && !this.isStrictest) return undefined;
    this.folded ??= byFold(this.names);
    return this.folded.get(foldKey(name))?.find(known => known !== name);
  }

  /** The names inside the member of this name. */
  inside(name: string): ArgumentNames {
    const key = this.names.has(name) ? `.${name}` : '*';
    return this.child(key, () =>
      this.schemas.flatMap(schema => {
        const properties = member(schema, 'properties');
        const own = properties !== undefined && isJsonObject(properties) ? member(properties, name) : undefined;
        const patterns = member(schema, 'patternProperties');
        const others = patterns !== undefined && isJsonObject(patterns) ? Object.values(patterns) : [];
        return [own, member(schema, 'additionalProperties'), member(schema, 'unevaluatedProperties'), ...others];
      }),
    );
  }

  /** The names inside the items of a list. */
  get items(): ArgumentNames {
    return this.child('[]', () =>
      this.schemas.flatMap(schema =>
        ['items', 'prefixItems', 'additionalItems', 'unevaluatedItems', 'contains'].flatMap(keyword => {
          const value = member(schema, keyword);
          return Array.isArray(value) ? value : [value];
        }),
      ),
    );
  }

  private child(key: string, schemasOf: () => readonly (Json | undefined)[]): ArgumentNames {
    if (this.isStrictest) return this;
    const known = this.children.get(key);
    if (known !== undefined) return known;
    const schemas = schemasOf().filter(schema => schema !== undefined);
    const names = this.share(schemas.filter(isJsonObject));
    this.children.set(key, names);
    return names;
  }

  private share(schemas: readonly JsonObject[]): ArgumentNames {
    const { shared } = this;
    const isFull = shared.known.size >= MAX_KNOWN;
    const key = `${this.isWhole} ${keyOf(schemas, shared.numbers)}`;
    const known = shared.known.get(key) ?? (isFull ? shared.known.get(STRICTEST) : undefined);
    if (known !== undefined) return known;
    const { whole, asked } = shared;
    const made = isFull
      ? new ArgumentNames(shared, NOTHING, [...everyName(whole), ...asked.root, ...asked.inner], true)
      : ArgumentNames.describing(shared, schemas, asked.inner, this.isWhole);
    shared.known.set(isFull ? STRICTEST : key, made);
    return made;
  }
}

/** The schemas of one value. */
interface Found {
  readonly schemas: readonly JsonObject[];
  readonly isWhole: boolean;
}

const NOTHING: Found = { schemas: [], isWhole: false };

/** References below an id of its own mean another place than in the whole schema. */
function hasInnerId(whole: JsonObject): boolean {
  const waiting: Json[] = Object.values(whole);
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (isJsonObject(value) && typeof member(value, '$id') === 'string') return true;
    for (const inside of Object.values(value)) if (inside !== undefined) waiting.push(inside);
  }
  return false;
}

function byFold(names: Iterable<string>): Map<string, string[]> {
  const folded = new Map<string, string[]>();
  for (const name of names) {
    const key = foldKey(name);
    const same = folded.get(key);
    if (same === undefined) folded.set(key, [name]);
    else same.push(name);
  }
  return folded;
}

/** The same text for the same schemas. */
function keyOf(schemas: readonly JsonObject[], numbers: Map<JsonObject, number>): string {
  const found = new Set(
    schemas.map(schema => {
      const number = numbers.get(schema) ?? numbers.size;
      numbers.set(schema, number);
      return number;
    }),
  );
  return [...found].sort((a, b) => a - b).join();
}

/** All schemas that describe the value which these describe. `isWhole` is false where some could not be found. */
function sameValue(whole: JsonObject, schemas: readonly Json[]): Found {
  const found = new Set<JsonObject>();
  const waiting = [...schemas];
  let isWhole = true;
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (!isJsonObject(schema) || found.has(schema)) continue;
    if (found.size >= MAX_SCHEMAS) return { schemas: [...found], isWhole: false };
    found.add(schema);
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const reference = member(schema, keyword);
      if (reference === undefined) continue;
      const target = resolve(whole, reference);
      if (target === undefined) isWhole = false;
      else waiting.push(target);
    }
    waiting.push(...alongside(schema));
  }
  return { schemas: [...found], isWhole };
}

function alongside(schema: JsonObject): Json[] {
  const single = SAME_VALUE.map(keyword => member(schema, keyword));
  const lists = SAME_VALUE_LISTS.map(keyword => member(schema, keyword)).flatMap(list =>
    Array.isArray(list) ? list : [],
  );
  const maps = SAME_VALUE_MAPS.map(keyword => member(schema, keyword)).flatMap(map =>
    map !== undefined && isJsonObject(map) ? Object.values(map) : [],
  );
  return [...single, ...lists, ...maps].filter(value => value !== undefined);
}

/** Resolves only plain pointers into the same schema, not ids, anchors or encoded pointers. */
function resolve(whole: JsonObject, reference: Json): JsonObject | undefined {
  if (typeof reference !== 'string' || !/^#(\/|$)/.test(reference) || reference.includes('%')) return undefined;
  let value: Json | undefined = whole;
  for (const key of pointerKeys(reference.slice(1))) {
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isJsonObject(value) ? member(value, key) : undefined;
  }
  return isJsonObject(value) ? value : undefined;
}

function propertiesOf(schema: JsonObject): string[] {
  const properties = member(schema, 'properties');
  const required = member(schema, 'required');
  return [
    ...(properties !== undefined && isJsonObject(properties) ? Object.keys(properties) : []),
    ...(Array.isArray(required) ? required.filter(name => typeof name === 'string') : []),
    ...['dependentRequired', 'dependencies'].flatMap(keyword => namesIn(member(schema, keyword))),
  ];
}

/** The names in a map from names to lists of names. */
function namesIn(map: Json | undefined): string[] {
  if (map === undefined || !isJsonObject(map)) return [];
  const needed = Object.values(map).flatMap(names => (Array.isArray(names) ? names : []));
  return [...Object.keys(map), ...needed.filter(name => typeof name === 'string')];
}

/** Every name that any part of the schema could give to a member. */
function everyName(whole: JsonObject): string[] {
  const names: string[] = [];
  const waiting: Json[] = [whole];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (isJsonObject(value)) for (const name of propertiesOf(value)) names.push(name);
    for (const inside of Object.values(value)) if (inside !== undefined) waiting.push(inside);
  }
  return names;
}
