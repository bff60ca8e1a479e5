import { child, isJsonObject, type Json, type JsonObject } from '../../base/index.ts';

/** Takes a text, with a way to find its place. Pointers are made for texts that have something in them, and no others. */
export type TakeText = (text: string, pointer: () => string) => void;

/** Nothing can be said in these, and half of all strings are one of them. */
const TYPES = new Set(['string', 'object', 'number', 'integer', 'boolean', 'array', 'null']);
/** The strict reader refuses deeper values, so only a value made elsewhere can be cut here. */
const DEEPEST = 600;
const PLAIN_NAME = /^[\w$.-]{0,64}$/;

/** Every string in a value, the names of members included where they say more than a name does. */
export function gatherTexts(value: Json | undefined, pointer: () => string, take: TakeText, depth = 0): void {
  if (typeof value === 'string') take(value, pointer);
  else if (depth > DEEPEST) return;
  else if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) gatherTexts(value[i], () => child(pointer(), i), take, depth + 1);
  } else if (isJsonObject(value)) gatherMembers(value, pointer, take, depth);
}

function gatherMembers(object: JsonObject, pointer: () => string, take: TakeText, depth: number): void {
  for (const key of Object.keys(object)) {
    const value = object[key];
    const place = (): string => child(pointer(), key);
    if (!PLAIN_NAME.test(key)) take(key, place);
    if (typeof value === 'string') {
      if (key !== 'type' || !TYPES.has(value)) take(value, place);
    } else if (typeof value === 'object' && value !== null) gatherTexts(value, place, take, depth + 1);
  }
}
