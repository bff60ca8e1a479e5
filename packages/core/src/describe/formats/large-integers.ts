import { child, type Finding, type Json, type JsonObject } from '../../base/index.ts';

/** Integers beyond 2^53 have no canonical form, so no digest could cover an entry that holds them. */
export function findLargeIntegers(value: Json, at: string): Finding[] {
  const findings: Finding[] = [];
  if (hasLargeInteger(value)) walk(value, at, findings);
  return findings;
}

/** The common answer is no, and needs no places. */
export function hasLargeInteger(value: Json): boolean {
  if (typeof value === 'number') return isBeyond(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  if (Array.isArray(value)) return value.some(hasLargeInteger);
  const object = value as JsonObject;
  for (const key in object) if (hasLargeInteger(object[key] as Json)) return true;
  return false;
}

function walk(value: Json, at: string, findings: Finding[]): void {
  if (typeof value === 'bigint' || (typeof value === 'number' && isBeyond(value))) {
    findings.push({
      code: 'server.large-integer',
      severity: 'error',
      pointer: at,
      message: 'This integer is beyond 2^53: readers would round it. Write it as a string.',
    });
  }
  if (typeof value !== 'object' || value === null || findings.length >= 100) return;
  if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, child(at, index), findings);
  else for (const [key, item] of Object.entries(value)) walk(item, child(at, key), findings);
}

/** As the canonical form sees it: from 1e21 on numbers are written with an exponent. */
function isBeyond(value: number): boolean {
  const size = Math.abs(value);
  return size > 2 ** 53 && size < 1e21;
}
