import { isJsonObject, type Json } from '../../base/index.ts';
import { meant } from './decimal.ts';

/**
 * A text that two values share exactly when JSON Schema calls them equal: 1 is 1.0, member order does not matter,
 * a bigint equals the double that means the same number. Linear, so that uniqueItems over a hostile list stays linear too.
 * The caller has bounded the nesting (`findExcess`).
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

/** Hexadecimal beyond 2^53: decimal digits of a huge integer take more than linear time. */
function numberKey(value: number | bigint): string {
  if (typeof value === 'number') return String(value);
  const small = Number(value);
  return Number.isSafeInteger(small) ? String(small) : `x${value.toString(16)}`;
}

function objectKey(object: { readonly [name: string]: Json }): string {
  const members = Object.keys(object).sort();
  return `{${members.map(name => `${JSON.stringify(name)}:${canonicalKey(object[name] ?? null)}`).join()}}`;
}
