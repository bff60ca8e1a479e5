import { child, isJsonObject, type Json, type JsonObject, pointerKeys, quoteInert } from '../base/index.ts';
import { normalForm } from '../describe/index.ts';
import { type Move, sides } from './change.ts';
import { compareSchemas, type SchemaClass } from './compare-schemas.ts';
import { eitherKeys, sameJson } from './same-json.ts';
import { type SplitSchema, splitSchema } from './split-schema.ts';
import { textMove } from './text-move.ts';

type Part = 'inputSchema' | 'outputSchema';

/** What moved in a schema: its texts and notes one by one, and then what it accepts. */
export function schemaMoves(part: Part, before: Json | undefined, after: Json | undefined): Move[] {
  const pointer = `/${part}`;
  if (!isJsonObject(before) || !isJsonObject(after)) return wholeMove(part, before, after);
  const [old, now] = [splitSchema(before, pointer), splitSchema(after, pointer)];
  const accepting = acceptingMoves(part, old.accepting as JsonObject, now.accepting as JsonObject).map(move =>
    withTexts(move, before, after, pointer),
  );
  // What a new or dropped subschema says belongs to its own move, but only where that move is grave.
  const isGrave = accepting.some(move => move.class !== 'equivalent');
  const isTold = (at: string): boolean => isGrave && !standsInBoth(at, pointer, before, after);
  return [...textMoves(part, old, now, isTold), ...noteMoves(part, old, now, isTold), ...accepting];
}

/** A schema that came, went, or is none. Of inputs, nothing said is nothing said: absent, null and {} alike. */
function wholeMove(part: Part, before: Json | undefined, after: Json | undefined): Move[] {
  const isEmpty = (schema: Json | undefined): boolean =>
    schema === undefined || schema === null || (part === 'inputSchema' && sameJson(schema, {}));
  const place = { pointer: `/${part}`, ...sides(before, after) };
  if (isEmpty(before) && isEmpty(after)) return [{ ...place, row: ROWS[part].normal, class: 'equivalent' }];
  if (part === 'outputSchema') return [{ ...place, row: 'output.changed', class: 'changed' }];
  return [{ ...place, row: 'input.changed', class: graver(compareSchemas(before ?? {}, after ?? {})) }];
}

function graver(found: SchemaClass): SchemaClass {
  return found === 'equivalent' ? 'changed' : found;
}

const ROWS = {
  inputSchema: {
    changed: 'input.changed',
    note: 'input.note',
    reworded: 'text.reworded',
    rewritten: 'input.rewritten',
    normal: 'input.equivalent',
  },
  outputSchema: {
    changed: 'output.changed',
    note: 'output.changed',
    reworded: 'output.changed',
    rewritten: 'output.changed',
    normal: 'output.equivalent',
  },
} as const;

function textMoves(part: Part, old: SplitSchema, now: SplitSchema, isTold: (at: string) => boolean): Move[] {
  return eitherPointers(old.texts, now.texts)
    .filter(at => old.texts.get(at) !== now.texts.get(at) && !isTold(at))
    .map(at =>
      textMove(at, old.texts.get(at), now.texts.get(at), { typo: 'text.typo', reworded: ROWS[part].reworded }),
    );
}

function noteMoves(part: Part, old: SplitSchema, now: SplitSchema, isTold: (at: string) => boolean): Move[] {
  return eitherPointers(old.notes, now.notes)
    .filter(at => !sameJson(old.notes.get(at), now.notes.get(at)) && !isTold(at))
    .map(at => ({
      row: ROWS[part].note,
      class: 'changed',
      pointer: at,
      ...sides(old.notes.get(at), now.notes.get(at)),
    }));
}

function eitherPointers(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])];
}

/** The places with all that they say: what a new parameter tells a model is what a reviewer must read. */
function withTexts(move: Move, before: JsonObject, after: JsonObject, from: string): Move {
  const keys = pointerKeys(move.pointer.slice(from.length));
  return { ...move, ...sides(valueAt(before, keys), valueAt(after, keys)) };
}

/** Whether the schema around a place is there on both sides. */
function standsInBoth(at: string, from: string, before: JsonObject, after: JsonObject): boolean {
  const keys = pointerKeys(at.slice(from.length)).slice(0, -1);
  return valueAt(before, keys) !== undefined && valueAt(after, keys) !== undefined;
}

function valueAt(from: JsonObject, keys: readonly string[]): Json | undefined {
  return keys.reduce<Json | undefined>(
    (value, key) => (typeof value === 'object' && value !== null ? own(value as JsonObject, key) : undefined),
    from,
  );
}

function acceptingMoves(part: Part, before: JsonObject, after: JsonObject): Move[] {
  if (sameJson(before, after)) return [];
  const isNormal = sameJson(normalSchema(before), normalSchema(after));
  const found = isNormal ? 'equivalent' : compareSchemas(before, after);
  const row = isNormal ? ROWS[part].normal : found === 'equivalent' ? ROWS[part].rewritten : ROWS[part].changed;
  const places = changedPlaces(before, after, `/${part}`);
  const isTooMany = places.length > MAX_PLACES;
  const shown = isTooMany ? [{ pointer: `/${part}`, before, after }] : places;
  const kind = row === 'output.changed' ? graver(found) : found;
  return shown.map(place => ({
    row,
    class: kind,
    pointer: place.pointer,
    ...sides(place.before, place.after),
    ...(isTooMany ? { note: `${places.length} places in this schema differ.` } : argumentNote(place)),
  }));
}

/** The class of an added argument is that of its schema: `narrowed` where any value would have passed under its name. */
function argumentNote({ pointer, before, after }: ChangedPlace): { note?: string } {
  const [name = '', keyword] = pointerKeys(pointer).reverse();
  if (keyword !== 'properties' || (before !== undefined && after !== undefined)) return {};
  const word = pointer.startsWith('/inputSchema') ? 'argument' : 'result member';
  return { note: `${word} ${quoteInert(name)} ${before === undefined ? 'added' : 'removed'}` };
}

function normalSchema(inputSchema: JsonObject): Json | undefined {
  return normalForm({ name: '', inputSchema }).inputSchema;
}

interface ChangedPlace {
  readonly pointer: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** Beyond this nobody reads a list of places. */
const MAX_PLACES = 50;

/** The smallest places that differ. A list of another length is one place: its items have no names to tell them by. */
function changedPlaces(before: Json, after: Json, pointer: string): ChangedPlace[] {
  const found: ChangedPlace[] = [];
  collectPlaces(before, after, pointer, found);
  return found;
}

function collectPlaces(
  before: Json | undefined,
  after: Json | undefined,
  pointer: string,
  found: ChangedPlace[],
): void {
  if (sameJson(before, after)) return;
  const areObjects = isJsonObject(before) && isJsonObject(after);
  if (areObjects || (isListOfSchemas(before) && isListOfSchemas(after) && before.length === after.length)) {
    const [old, now] = [before as JsonObject, after as JsonObject];
    for (const key of eitherKeys(old, now)) {
      collectPlaces(own(old, key), own(now, key), child(pointer, key), found);
    }
  } else found.push({ pointer, before, after });
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isListOfSchemas(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value) && value.length > 0 && value.every(isJsonObject);
}
