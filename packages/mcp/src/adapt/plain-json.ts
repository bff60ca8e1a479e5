import type { Json } from '@toolmark/core';

/** JSON as every other program holds it. */
export type PlainJson = null | boolean | number | string | PlainJson[] | PlainObject;
export interface PlainObject {
  [key: string]: PlainJson;
}

/**
 * A deep copy that `JSON.stringify` can write: one integer beyond 2^53 in a schema would else stop every request of the
 * agent. It is a copy because libraries change the schemas they are given, and the raw one shares its parts.
 */
export function plainJson(value: Json): PlainJson {
  if (typeof value === 'bigint') return nearestNumber(value);
  if (Array.isArray(value)) return value.map(plainJson);
  if (typeof value !== 'object' || value === null) return value;
  return plainObject(value as { readonly [key: string]: Json });
}

export function plainObject(value: { readonly [key: string]: Json }): PlainObject {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainJson(item)]));
}

function nearestNumber(value: bigint): number {
  const number = Number(value);
  if (Number.isFinite(number)) return number;
  return number > 0 ? Number.MAX_VALUE : -Number.MAX_VALUE;
}

export function isPlainObject(value: PlainJson | undefined): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
