import { isJsonObject, type Json } from '@toolmark/core';

/** The value as a reader without large integers has it. */
export function asDoubles(value: Json): Json {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(asDoubles);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asDoubles(item)]));
}
