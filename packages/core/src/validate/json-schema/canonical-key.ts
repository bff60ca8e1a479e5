import { isJsonObject, type Json } from '../../base/index.ts';
import { meant } from './decimal.ts';

/**
 * A string that is equal for values that are equal in JSON Schema: 1 is 1.0, member order does not matter, and bigints
 * equal doubles of the same number. Linear, so that `uniqueItems` is too. The caller limits the nesting (`findExcess`).
 */
export function canonicalKey(value: Json): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
    case 'bigint':
      return numberKey(meant(value));
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      if (value === null) return 'null';
      return isJsonObject(value) ? objectKey(value) : `[${value.map(canonicalKey).join()}]`;
  }
}

/** Hexadecimal above 2^53: decimal conversion of huge integers is not linear. */
function numberKey(value: number | bigint): string {
  if (typeof value === 'number') return String(value);
  const small = Number(value);
  return Number.isSafeInteger(small) ? String(small) : `x${value.toString(16)}`;
}

function objectKey(object: { readonly [name: string]: Json }): string {
  const members = Object.keys(object).sort();
  return `{${members.map(name => `${JSON.stringify(name)}:${canonicalKey(object[name] ?? null)}`).join()}}`;
}
