import { isJsonObject, type Json, type JsonObject, member, pointerKeys } from '../base/index.ts';
import { surveySchema } from '../describe/index.ts';
import { foldKey } from '../validate/index.ts';
import type { AskedNames } from './asked-names.ts';

/** Keywords whose schemas describe the same value, and those that hold several. */
const SAME_VALUE = ['if', 'then', 'else', 'not'];
const SAME_VALUE_LISTS = ['allOf', 'anyOf', 'oneOf'];
const SAME_VALUE_MAPS = ['dependentSchemas'];

/** A schema that refers to itself in more ways than this is read no further: its names then are those of the whole schema. */
const MAX_SCHEMAS = 1_000;

/** The names that a locked schema and a policy give to the members of one value, and of the values inside it. */
export class ArgumentNames {
  private readonly whole: JsonObject;
  private readonly asked: AskedNames;
  private readonly schemas: readonly JsonObject[];
  private readonly children = new Map<string, ArgumentNames>();
  private readonly names: ReadonlySet<string>;
  private folded: ReadonlyMap<string, string> | undefined;

  private constructor(whole: JsonObject, schemas: readonly Json[], names: ReadonlySet<string>, asked: AskedNames) {
    const found = sameValue(whole, schemas);
    this.whole = whole;
    this.asked = asked;
    this.schemas = found.schemas;
    this.names = new Set([...found.schemas.flatMap(propertiesOf), ...names, ...(found.isWhole ? [] : allNames(whole))]);
  }

  static of(schema: Json | undefined, asked: AskedNames): ArgumentNames {
    const whole = schema !== undefined && isJsonObject(schema) ? schema : {};
    return new ArgumentNames(whole, [whole], asked.root, asked);
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  /** The name that some servers read this one as. */
  twinOf(name: string): string | undefined {
    this.folded ??= new Map([...this.names].map(known => [foldKey(known), known]));
    return this.names.has(name) ? undefined : this.folded.get(foldKey(name));
  }

  /** The names inside the member of this name. */
  inside(name: string): ArgumentNames {
    const key = this.names.has(name) ? `.${name}` : '*';
    return this.remember(key, () =>
      this.schemas.flatMap(schema => {
        const properties = member(schema, 'properties');
        const own = properties !== undefined && isJsonObject(properties) ? member(properties, name) : undefined;
        const patterns = member(schema, 'patternProperties');
        const others = patterns !== undefined && isJsonObject(patterns) ? Object.values(patterns) : [];
        return [own, member(schema, 'additionalProperties'), ...others];
      }),
    );
  }

  /** The names inside the items of a list. */
  get items(): ArgumentNames {
    return this.remember('[]', () =>
      this.schemas.flatMap(schema =>
        ['items', 'prefixItems', 'additionalItems', 'contains'].flatMap(keyword => {
          const value = member(schema, keyword);
          return Array.isArray(value) ? value : [value];
        }),
      ),
    );
  }

  private remember(key: string, schemasOf: () => readonly (Json | undefined)[]): ArgumentNames {
    const known = this.children.get(key);
    if (known !== undefined) return known;
    const schemas = schemasOf().filter(schema => schema !== undefined);
    const names = new ArgumentNames(this.whole, schemas, this.asked.inner, this.asked);
    this.children.set(key, names);
    return names;
  }
}

/** All schemas that describe the value which these describe. `isWhole` is false where some could not be found. */
function sameValue(whole: JsonObject, schemas: readonly Json[]): { schemas: JsonObject[]; isWhole: boolean } {
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

/** Only plain pointers into the same schema; what an id, an anchor or an encoded pointer names is not looked for. */
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
  ];
}

function allNames(whole: JsonObject): string[] {
  return surveySchema(whole, '').names.map(({ text }) => text);
}
