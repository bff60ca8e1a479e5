import { child, equalJson, isJsonObject, type Json, type JsonObject, pointerKeys, quoteInert } from '../base/index.ts';
import { normalForm, SCHEMA_KEYWORDS } from '../describe/index.ts';
import { eitherKeys, type ItemChange, type Place, placed, textChange } from './change.ts';
import { compareSchemas, NAMED_KEYWORDS, type SchemaClass } from './compare-schemas.ts';

type Part = 'inputSchema' | 'outputSchema';

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

/** The changes in a schema: each text and each annotation by itself, then each place that affects what is accepted. */
export function schemaChanges(part: Part, before: Json | undefined, after: Json | undefined): ItemChange[] {
  const whole = { pointer: `/${part}`, before, after };
  if (!isJsonObject(before) || !isJsonObject(after)) return [wholeChange(part, whole)];
  const found: Found = { accepting: [], texts: [], notes: [] };
  walk({ ...whole, key: part }, 'schema', found, true);
  const accepting = acceptingChanges(part, before, after, found.accepting);
  // The texts of an added or removed subschema are part of its own change, if that change is not merely equivalent.
  const isBreaking = accepting.some(change => change.class !== 'equivalent');
  const isOwn = ({ isInBoth }: AsidePlace): boolean => isInBoth || !isBreaking;
  return [
    ...found.texts.filter(isOwn).map(place => textChange(place, { typo: 'text.typo', reworded: ROWS[part].reworded })),
    ...found.notes.filter(isOwn).map(place => placed(place, ROWS[part].note, 'changed')),
    ...accepting,
  ];
}

/** A schema that was added, removed or is not an object. Absent, null and {} are the same input schema. */
function wholeChange(part: Part, place: Omit<Place, 'key'>): ItemChange {
  const isEmpty = (schema: Json | undefined): boolean =>
    schema === undefined || schema === null || (part === 'inputSchema' && equalJson(schema, {}));
  if (isEmpty(place.before) && isEmpty(place.after)) return placed(place, ROWS[part].normal, 'equivalent');
  if (part === 'outputSchema') return placed(place, 'output.changed', 'changed');
  return placed(place, 'input.changed', atLeastChanged(compareSchemas(place.before ?? {}, place.after ?? {})));
}

function atLeastChanged(found: SchemaClass): SchemaClass {
  return found === 'equivalent' ? 'changed' : found;
}

/** A text or annotation; `isInBoth` says whether the schema around it exists on both sides. */
interface AsidePlace extends Place {
  readonly isInBoth: boolean;
}

interface Found {
  /** The smallest places that differ in what is accepted. */
  readonly accepting: Place[];
  readonly texts: AsidePlace[];
  readonly notes: AsidePlace[];
}

/** Prose for people and models; validators ignore it. */
const TEXT_KEYWORDS = new Set(['description', 'title', '$comment']);
/** They accept and reject nothing, but servers and models act on them. */
const NOTE_KEYWORDS = new Set(['default', 'examples', 'deprecated', 'readOnly', 'writeOnly']);

/** A schema, a map of schemas by name, or plain data. */
type Kind = 'schema' | 'named' | 'data';

/** Walks both sides together. Inside a reported place (`isOpen` false), only texts and annotations are collected. */
function walk(place: Place, kind: Kind, found: Found, isOpen: boolean): void {
  const { before, after, pointer } = place;
  const isEntered = isOpen && haveMembersInCommon(before, after);
  if (isOpen && !isEntered && !equalJson(accepted(before, kind), accepted(after, kind))) found.accepting.push(place);
  if (kind === 'data' && !isEntered) return;
  const isInBoth = before !== undefined && after !== undefined;
  for (const key of eitherKeys(membersOf(before), membersOf(after))) {
    const inner = { key, pointer: child(pointer, key), before: own(before, key), after: own(after, key), isInBoth };
    if (kind === 'schema' && isTextPlace(inner)) walkText(inner, found, isEntered);
    else if (kind !== 'schema' || !NOTE_KEYWORDS.has(key)) walk(inner, kindOf(kind, key, place), found, isEntered);
    else if (!equalJson(inner.before, inner.after)) found.notes.push(inner);
  }
}

function isTextPlace({ key, before, after }: Place): boolean {
  return TEXT_KEYWORDS.has(key) && (typeof before === 'string' || typeof after === 'string');
}

function walkText(place: AsidePlace, found: Found, isOpen: boolean): void {
  const text = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
  const [before, after] = [text(place.before), text(place.after)];
  if (before !== after) found.texts.push({ ...place, before, after });
  if (isOpen && (before !== place.before || after !== place.after)) found.accepting.push(place);
}

/** A list of another length is one place: its items have no names to match them by. */
function haveMembersInCommon(before: Json | undefined, after: Json | undefined): boolean {
  if (isJsonObject(before) && isJsonObject(after)) return true;
  return isListOfObjects(before) && isListOfObjects(after) && before.length === after.length;
}

function isListOfObjects(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value) && value.length > 0 && value.every(isJsonObject);
}

function membersOf(value: Json | undefined): object {
  return typeof value === 'object' && value !== null ? value : {};
}

function own(value: Json | undefined, key: string): Json | undefined {
  const members = membersOf(value) as JsonObject;
  return Object.hasOwn(members, key) ? members[key] : undefined;
}

function kindOf(kind: Kind, key: string, { before, after }: Pick<Place, 'before' | 'after'>): Kind {
  if (kind === 'data') return 'data';
  if (Array.isArray(before) || Array.isArray(after)) return kind === 'schema' ? 'schema' : 'data';
  if (kind === 'named' || SCHEMA_KEYWORDS.has(key)) return 'schema';
  return NAMED_KEYWORDS.has(key) ? 'named' : 'data';
}

/** What decides whether a value is accepted: the schema without texts and annotations. */
function accepted(schema: Json | undefined, kind: Kind = 'schema'): Json | undefined {
  if (kind === 'data' || schema === undefined) return schema;
  if (Array.isArray(schema)) return kind === 'schema' ? schema.map(item => accepted(item) as Json) : schema;
  if (!isJsonObject(schema)) return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) =>
      kind === 'named' || !(NOTE_KEYWORDS.has(key) || (TEXT_KEYWORDS.has(key) && typeof value === 'string')),
  );
  const sides = { before: schema, after: schema };
  return Object.fromEntries(kept.map(([key, value]) => [key, accepted(value, kindOf(kind, key, sides)) as Json]));
}

/** More places than this are reported as one. */
const MAX_PLACES = 50;

function acceptingChanges(part: Part, before: JsonObject, after: JsonObject, places: readonly Place[]): ItemChange[] {
  if (places.length === 0) return [];
  const [old, now] = [accepted(before) as JsonObject, accepted(after) as JsonObject];
  const isNormal = equalJson(normalSchema(old), normalSchema(now));
  const found = isNormal ? 'equivalent' : compareSchemas(old, now);
  const row = isNormal ? ROWS[part].normal : found === 'equivalent' ? ROWS[part].rewritten : ROWS[part].changed;
  const kind = row === 'output.changed' ? atLeastChanged(found) : found;
  if (places.length > MAX_PLACES) {
    const note = `${places.length} places in this schema differ.`;
    return [{ ...placed({ pointer: `/${part}`, before, after }, row, kind), note }];
  }
  return places.map(place => ({ ...placed(place, row, kind), ...argumentNote(place) }));
}

function normalSchema(inputSchema: JsonObject): Json | undefined {
  return normalForm({ name: '', inputSchema }).inputSchema;
}

/** The class of an added argument is that of the whole schema: `narrowed` where any value was accepted under its name. */
function argumentNote({ pointer, before, after }: Place): { note?: string } {
  const [name = '', keyword] = pointerKeys(pointer).reverse();
  if (keyword !== 'properties' || (before !== undefined && after !== undefined)) return {};
  const word = pointer.startsWith('/inputSchema') ? 'argument' : 'result member';
  return { note: `${word} ${quoteInert(name)} ${before === undefined ? 'added' : 'removed'}` };
}
