import { child, isJsonObject, type Json, type JsonObject, member, pointerKeys, ToolmarkError } from '../base/index.ts';

/** A schema and its pointer. */
export interface Place {
  readonly pointer: string;
  readonly schema: JsonObject;
}

/** Finds the subschemas that may apply to a part of a value. Nothing is evaluated: every variant counts. */
export class SchemaPlaces {
  readonly #root: Place;
  /** Results by group of places: the items of a list share them. */
  readonly #below = new Map<readonly Place[], Map<string, readonly Place[]>>();
  #steps = 0;

  constructor(schema: JsonObject, pointer: string) {
    this.#root = { schema, pointer };
  }

  ofWhole(): readonly Place[] {
    return this.#close([this.#root]);
  }

  /** The schemas that may apply to a member. */
  ofMember(places: readonly Place[], name: string): readonly Place[] {
    const isDescribed = places.some(place => describesMember(place, name));
    return this.#remember(places, isDescribed ? `member ${name}` : 'members', place => {
      const own = at(at(place, 'properties'), name);
      // Untrusted patterns are not run: an extra schema does no harm.
      const byPattern = membersOf(at(place, 'patternProperties'));
      return own === undefined ? [...byPattern, ...several(place, OTHER_MEMBERS)] : [own, ...byPattern];
    });
  }

  /** The schemas that may apply to an item. */
  ofItem(places: readonly Place[], index: number): readonly Place[] {
    const isDescribed = places.some(place => describesItem(place, index));
    return this.#remember(places, isDescribed ? `item ${index}` : 'items', place => {
      const own = itemAt(place, index);
      return own === undefined ? several(place, OTHER_ITEMS) : [own, ...several(place, ['contains'])];
    });
  }

  #remember(places: readonly Place[], key: string, find: (place: Place) => Place[]): readonly Place[] {
    this.#count(places.length);
    const known = this.#below.get(places) ?? new Map<string, readonly Place[]>();
    const found = known.get(key) ?? this.#close(places.flatMap(find));
    this.#below.set(places, known.set(key, found));
    return found;
  }

  /** Adds all variants and local references. */
  #close(found: readonly Place[]): readonly Place[] {
    const places = new Map<string, Place>();
    const waiting = found.filter(isSchema);
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      this.#count(1);
      if (places.has(place.pointer)) continue;
      places.set(place.pointer, place);
      for (const variant of this.#variantsOf(place)) waiting.push(variant);
    }
    return [...places.values()];
  }

  #variantsOf(place: Place): Place[] {
    const lists = ['allOf', 'anyOf', 'oneOf', 'dependentSchemas', 'dependencies'];
    const references = REFERENCES.flatMap(keyword => this.#resolve(member(place.schema, keyword)));
    return [...references, ...several(place, CONDITIONS), ...lists.flatMap(keyword => membersOf(at(place, keyword)))];
  }

  #resolve(reference: Json | undefined): Place[] {
    if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference)) return [];
    let place: Place | undefined = this.#root;
    for (const key of pointerKeys(decode(reference.slice(1)))) place = at(place, key);
    return isSchema(place) ? [place] : [];
  }

  #count(steps: number): void {
    this.#steps += steps;
    if (this.#steps > MOST_STEPS)
      throw new ToolmarkError('sanitize.malformed', 'The input schema has too many variants to restore values.');
  }
}

const MOST_STEPS = 2_000_000;
const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];
const CONDITIONS = ['if', 'then', 'else'];
const OTHER_MEMBERS = ['additionalProperties', 'unevaluatedProperties'];
const OTHER_ITEMS = ['items', 'additionalItems', 'unevaluatedItems', 'contains'];

/** The object or array at a member or index. */
function at(place: Place | undefined, key: string | number): Place | undefined {
  const value = place === undefined ? undefined : ownValue(place.schema, key);
  if (place === undefined || typeof value !== 'object' || value === null) return undefined;
  return { pointer: child(place.pointer, key), schema: value as JsonObject };
}

function describesMember({ schema }: Place, name: string): boolean {
  const properties = member(schema, 'properties');
  return isJsonObject(properties) && Object.hasOwn(properties, name);
}

function describesItem({ schema }: Place, index: number): boolean {
  return ['prefixItems', 'items'].some(keyword => {
    const items = member(schema, keyword);
    return Array.isArray(items) && index < items.length;
  });
}

function itemAt(place: Place, index: number): Place | undefined {
  const first = at(place, 'prefixItems');
  const items = at(place, 'items');
  return at(first, index) ?? (Array.isArray(items?.schema) ? at(items, index) : undefined);
}

function ownValue(holder: JsonObject, key: string | number): Json | undefined {
  return Object.hasOwn(holder, key) ? holder[key] : undefined;
}

function several(place: Place, keywords: readonly string[]): Place[] {
  return keywords.flatMap(keyword => at(place, keyword) ?? []);
}

function membersOf(place: Place | undefined): Place[] {
  return place === undefined ? [] : Object.keys(place.schema).flatMap(key => at(place, key) ?? []);
}

function isSchema(place: Place | undefined): place is Place {
  return place !== undefined && isJsonObject(place.schema);
}

/** An undecodable reference resolves to nothing. */
function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return '/%';
  }
}
