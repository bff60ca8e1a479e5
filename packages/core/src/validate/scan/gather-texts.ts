import { child, isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { hasManyWords } from './spelled-names.ts';

/** The texts of a value. Where they stand is asked for those that have something in them, and for no others. */
export interface Gathered {
  readonly texts: readonly string[];
  /** Whether the value goes on below the deepest level that is read. */
  readonly isCut: boolean;
}

/** Every string in a value, the names of members included where they say more than a name does. */
export function gatherTexts(value: Json): Gathered {
  const into: Walk = { texts: [], isCut: false, keys: [], found: undefined };
  gatherItem(value, undefined, into, 0);
  return into;
}

/** The places of some of those texts, by their numbers: the same walk once more, for all of them. */
export function placesOfTexts(value: Json, pointer: string, numbers: readonly number[]): ReadonlyMap<number, string> {
  const places = new Map<number, string>();
  if (numbers.length === 0) return places;
  const wanted = new Set(numbers);
  const found = (number: number, keys: readonly Key[]): void => {
    if (wanted.has(number)) places.set(number, keys.reduce<string>(child, pointer));
  };
  gatherItem(value, undefined, { texts: [], isCut: false, keys: [], found }, 0);
  return places;
}

type Key = string | number;

interface Walk {
  readonly texts: string[];
  isCut: boolean;
  /** The keys that lead to where the walk is, for one who is told of places. */
  readonly keys: Key[];
  readonly found: ((number: number, keys: readonly Key[]) => void) | undefined;
}

/** Nothing can be said in these, and half of all strings are one of them. */
const TYPES = new Set(['string', 'object', 'number', 'integer', 'boolean', 'array', 'null']);
/** The strict reader refuses deeper values, so only a value made elsewhere can be cut here. */
export const DEEPEST = 600;

function gatherItem(value: Json | undefined, key: Key | undefined, into: Walk, depth: number): void {
  if (typeof value === 'string') addText(value, key, into);
  else if (typeof value === 'object' && value !== null) gatherInside(value, key, into, depth);
}

function gatherInside(value: Json, key: Key | undefined, into: Walk, depth: number): void {
  if (depth > DEEPEST) {
    into.isCut = true;
    return;
  }
  const isPlaced = into.found !== undefined && key !== undefined;
  if (isPlaced) into.keys.push(key);
  if (Array.isArray(value)) for (let i = 0; i < value.length; i++) gatherItem(value[i], i, into, depth + 1);
  else if (isJsonObject(value)) gatherMembers(value, into, depth + 1);
  if (isPlaced) into.keys.pop();
}

function gatherMembers(object: JsonObject, into: Walk, depth: number): void {
  // No list of the names is made. What an object inherits is read too: that can only show more.
  for (const key in object) {
    if (!isCommon(key) && saysMore(key)) addText(key, key, into);
    const value = object[key];
    if (key !== 'type' || typeof value !== 'string' || !TYPES.has(value)) gatherItem(value, key, into, depth);
  }
}

function addText(text: string, key: Key | undefined, into: Walk): void {
  into.found?.(into.texts.length, key === undefined ? into.keys : [...into.keys, key]);
  into.texts.push(text);
}

/** Most members have one of these names: they are compared faster than looked up. */
function isCommon(key: string): boolean {
  return key === 'type' || key === 'description' || key === 'title' || key === 'default' || key === 'properties';
}

const LONGEST_NAME = 64;

/** Whether the name of a member says more than a name does. */
function saysMore(key: string): boolean {
  return !isPlainName(key) || hasManyWords(key);
}

/** Letters, digits and `_$.-`: a name. */
function isPlainName(key: string): boolean {
  if (key.length > LONGEST_NAME) return false;
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i);
    if (code > 127 || NAME_CODES[code] === 0) return false;
  }
  return true;
}

const NAME_CODES = Uint8Array.from({ length: 128 }, (_, code) => (/[\w$.-]/.test(String.fromCharCode(code)) ? 1 : 0));
