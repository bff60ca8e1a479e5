import type { Finding } from './finding.ts';
import { child } from './pointer.ts';

/**
 * JSON as the strict reader delivers it. An integer beyond ±2^53 arrives as a bigint, because a double would
 * silently become another number.
 */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [member: string]: Json;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own member, or undefined: never something inherited, so a tool called `constructor` has no surprises. */
export function member(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Whether two values are equal, or both absent. The order of members does not matter; a bigint never equals a number. */
export function equalJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => equalJson(item, b[index]));
  if (!isJsonObject(a) || !isJsonObject(b) || !isPlain(a) || !isPlain(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every(key => Object.hasOwn(b, key) && equalJson(a[key], b[key]));
}

/**
 * Every place where a value built in JavaScript is not JSON: dates, sets, bytes, NaN, functions, undefined,
 * cycles. Values that came from the strict reader have none.
 */
export function findNonJson(value: unknown, code: string, pointer = ''): Finding[] {
  const found: Finding[] = [];
  walk(value, pointer, new Set(), (place, what) => {
    found.push({ code, severity: 'error', pointer: place, message: `This is ${what}, which JSON cannot hold.` });
  });
  return found;
}

type Report = (pointer: string, what: string) => void;

function walk(value: unknown, pointer: string, above: Set<object>, report: Report): void {
  const problem = describeNonJson(value) ?? describePlacement(value, above);
  if (problem !== undefined) {
    report(pointer, problem);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  above.add(value);
  if (Array.isArray(value)) for (let i = 0; i < value.length; i++) walk(value[i], child(pointer, i), above, report);
  else {
    for (const [key, item] of Object.entries(value)) {
      if (key.isWellFormed()) walk(item, child(pointer, key), above, report);
      else report(pointer, 'an object with a lone surrogate in a member name');
    }
  }
  above.delete(value);
}

function describePlacement(value: unknown, above: Set<object>): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (above.has(value)) return 'a reference to an object that contains it';
  return above.size < 512 ? undefined : 'nested deeper than 512 levels';
}

function describeNonJson(value: unknown): string | undefined {
  switch (typeof value) {
    case 'boolean':
    case 'bigint':
      return undefined;
    case 'string':
      return value.isWellFormed() ? undefined : 'a string with a lone surrogate';
    case 'number':
      return Number.isFinite(value) ? undefined : `the number ${value}`;
    case 'object':
      return value === null || Array.isArray(value) || isPlain(value) ? undefined : `a ${value.constructor?.name}`;
    default:
      return value === undefined ? 'undefined' : `a ${typeof value}`;
  }
}

/** Made by braces, not by a class. */
export function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
