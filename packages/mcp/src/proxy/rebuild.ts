import { isJsonObject, type Json, type JsonObject, stripHidden, writeJson } from '@toolmark/core';

/** The object with these members only; the same object where it has no others. */
export function pick(object: JsonObject, members: readonly string[]): JsonObject {
  const keys = Object.keys(object);
  if (keys.every(key => members.includes(key))) return object;
  return Object.fromEntries(keys.filter(key => members.includes(key)).map(key => [key, object[key] as Json]));
}

/** The members that `pick` leaves out. */
export function extras(object: JsonObject, members: readonly string[]): string[] {
  return Object.keys(object).filter(key => !members.includes(key));
}

/** Every member that a rebuilt object has lost, at any depth, by the names that lead to it. */
export function lostMembers(given: JsonObject, kept: JsonObject, above = ''): string[] {
  if (given === kept) return [];
  return Object.keys(given).flatMap(name => {
    if (!Object.hasOwn(kept, name)) return [above + name];
    const [before, after] = [given[name], kept[name]];
    if (before === undefined || after === undefined || !isJsonObject(before) || !isJsonObject(after)) return [];
    return lostMembers(before, after, `${above}${name} `);
  });
}

/** Characters of a text that a server sends on its own; cleaning megabytes of it would keep everybody waiting. */
const MOST_TEXT = 65_536;

export function isLong(value: Json): boolean {
  return (typeof value === 'string' ? value : writeJson(value)).length > MOST_TEXT;
}

/** The value with what hides or steers taken out of every text; the same value where there is nothing of the kind. */
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
