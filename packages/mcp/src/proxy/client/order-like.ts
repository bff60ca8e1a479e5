import { isJsonObject, type Json, type JsonObject } from '@toolmark/core';

/**
 * The value with its members in the order of the example. The lock sorts members, but clients that call by position need the order
 * of the server. Members are neither added nor removed.
 */
export function orderLike(value: Json, example: Json | undefined): Json {
  if (Array.isArray(value)) {
    const items = Array.isArray(example) ? example : [];
    return value.map((item, i) => orderLike(item, items[i]));
  }
  if (typeof value !== 'object' || value === null || example === undefined || !isJsonObject(example)) return value;
  const object = value as JsonObject;
  const first = Object.keys(example).filter(key => Object.hasOwn(object, key));
  const rest = Object.keys(object).filter(key => !Object.hasOwn(example, key));
  return Object.fromEntries([...first, ...rest].map(key => [key, orderLike(object[key] as Json, example[key])]));
}
