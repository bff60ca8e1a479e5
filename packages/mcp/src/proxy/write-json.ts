import type { Json, JsonObject } from '@toolmark/core';

/** JSON text on one line. Integers beyond 2^53 keep every digit, which `JSON.stringify` refuses to write. */
export function writeJson(value: JsonObject): string {
  try {
    return JSON.stringify(value);
  } catch {
    return writeValue(value);
  }
}

/** Whether other writers would lose digits of a number in it. */
export function hasBigInteger(value: Json): boolean {
  if (typeof value === 'bigint') return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasBigInteger);
}

function writeValue(value: Json): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(writeValue).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}:${writeValue(item)}`)
    .join(',')}}`;
}
