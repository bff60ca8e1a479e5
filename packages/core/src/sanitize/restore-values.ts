import { child, isJsonObject, type Json, member, pythonForm, ToolmarkError } from '../base/index.ts';
import type { CleanTool } from './clean-tool.ts';
import { type Place, SchemaPlaces } from './schema-places.ts';

/**
 * Replaces cleaned choices in arguments by the original ones, where the input schema allows them. Throws
 * `sanitize.ambiguous-value` if two choices of one place are equal after cleaning.
 */
export function restoreValues(args: Json, { raw, values }: Pick<CleanTool, 'raw' | 'values'>): Json {
  if (values.size === 0 || raw.inputSchema === undefined) return args;
  return new Restorer(new SchemaPlaces(raw.inputSchema, '/inputSchema'), values).restore(args);
}

class Restorer {
  readonly #schema: SchemaPlaces;
  readonly #cleaned: CleanTool['values'];
  /** Unchanged choices of each schema, computed once. */
  readonly #unchanged = new Map<string, ReadonlySet<string>>();

  constructor(schema: SchemaPlaces, cleaned: CleanTool['values']) {
    this.#schema = schema;
    this.#cleaned = cleaned;
  }

  restore(value: Json, pointer = '', places: readonly Place[] = this.#schema.ofWhole()): Json {
    if (places.length === 0) return value;
    const choice = this.#findChoice(value, pointer, places);
    if (choice !== undefined) return choice;
    if (Array.isArray(value))
      return value.map((item, i) => this.restore(item, child(pointer, i), this.#schema.ofItem(places, i)));
    if (!isJsonObject(value)) return value;
    const members = Object.entries(value).map(([key, item]) => {
      return [key, this.restore(item, child(pointer, key), this.#schema.ofMember(places, key))] as const;
    });
    return Object.fromEntries(members);
  }

  /** The original choice for a value, if any choice here was cleaned. */
  #findChoice(value: Json, pointer: string, places: readonly Place[]): Json | undefined {
    if (!places.some(place => this.#cleaned.has(place.pointer))) return undefined;
    const shown = pythonForm(value);
    const meant = new Map<string, Json>();
    for (const place of places) {
      const raw = this.#cleaned.get(place.pointer)?.get(shown);
      if (raw !== undefined) meant.set(pythonForm(raw), raw);
      if (this.#unchangedAt(place).has(shown)) meant.set(shown, value);
    }
    if (meant.size < 2) return [...meant.values()][0];
    const message = 'Two allowed values are equal after cleaning.';
    throw new ToolmarkError('sanitize.ambiguous-value', message, { pointer });
  }

  #unchangedAt(place: Place): ReadonlySet<string> {
    const known = this.#unchanged.get(place.pointer) ?? new Set(choicesOf(place).map(choice => pythonForm(choice)));
    this.#unchanged.set(place.pointer, known);
    return known;
  }
}

function choicesOf({ schema }: Place): Json[] {
  const listed = member(schema, 'enum');
  const constant = member(schema, 'const');
  return [...(Array.isArray(listed) ? listed : []), ...(constant === undefined ? [] : [constant])];
}
