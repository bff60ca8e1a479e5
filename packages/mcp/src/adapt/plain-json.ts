import type { Json } from '@toolmark/core';

/** JSON without bigints. */
export type PlainJson = null | boolean | number | string | PlainJson[] | PlainObject;
export interface PlainObject {
  [key: string]: PlainJson;
}

/** A deep copy without bigints, which `JSON.stringify` rejects. A copy, because libraries modify schemas. */
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
