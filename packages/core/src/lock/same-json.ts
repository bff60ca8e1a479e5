import { type Json, jcs } from '../base/index.ts';

/** Whether two values are the same, or both absent. Both have a canonical form, or the definition had no digest. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  return a !== undefined && b !== undefined && jcs(a) === jcs(b);
}

/** The members of either object. */
export function eitherKeys(a: object, b: object): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
}
