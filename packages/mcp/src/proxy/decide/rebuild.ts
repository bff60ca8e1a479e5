import { isJsonObject, type Json, type JsonObject, writeJson } from '@toolmark/core';
import { stripHidden } from '@toolmark/core/text';

/** The object with these members only; the same object if it has no others. */
export function pick(object: JsonObject, members: readonly string[]): JsonObject {
  const keys = Object.keys(object);
  if (keys.every(key => members.includes(key))) return object;
  return Object.fromEntries(keys.filter(key => members.includes(key)).map(key => [key, object[key] as Json]));
}

/** The members that `pick` removes. */
export function extras(object: JsonObject, members: readonly string[]): string[] {
  return Object.keys(object).filter(key => !members.includes(key));
}

/** The paths of all members that a rebuilt object lacks. */
export function lostMembers(given: JsonObject, kept: JsonObject, above = ''): string[] {
  if (given === kept) return [];
  return Object.keys(given).flatMap(name => {
    if (!Object.hasOwn(kept, name)) return [above + name];
    const [before, after] = [given[name], kept[name]];
    if (before === undefined || after === undefined || !isJsonObject(before) || !isJsonObject(after)) return [];
    return lostMembers(before, after, `${above}${name} `);
  });
}

/** Limit of unsolicited text: cleaning megabytes would block the guard. */
const MOST_TEXT = 65_536;

export function isLong(value: Json): boolean {
  return (typeof value === 'string' ? value : writeJson(value)).length > MOST_TEXT;
}

/** Strips hidden and control characters from every string; the same value if there are none. */
export function cleanDeep(value: Json): Json {
  if (typeof value === 'string') return stripHidden(value, 'prose');
  if (Array.isArray(value)) {
    const items = value.map(cleanDeep);
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [stripHidden(key, 'value'), cleanDeep(item)] as const);
  const keys = Object.keys(value);
  const isSame = entries.every(([key, item], i) => key === keys[i] && (value as JsonObject)[key] === item);
  return isSame ? value : Object.fromEntries(entries);
}
