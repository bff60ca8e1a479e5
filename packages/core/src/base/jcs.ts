import { ToolmarkError } from './error.ts';
import { isPlain, type Json, type JsonObject } from './json.ts';

const MAX_DEPTH = 512;

/**
 * RFC 8785 canonical text. It refuses what has no single form: integers beyond 2^53, lone surrogates, NaN and
 * infinities, and anything that is not JSON. Reading its text and writing it again changes nothing.
 */
export function jcs(value: Json): string {
  return write(value, 0);
}

function write(value: Json, depth: number): string {
  switch (typeof value) {
    case 'string':
      return quote(value);
    case 'number':
      return number(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (depth >= MAX_DEPTH) throw new ToolmarkError('jcs.too-deep', `More than ${MAX_DEPTH} levels deep.`);
      if (Array.isArray(value)) return list(value, depth);
      // A date, map or set has no members to write: all of them would share the text and the digest of {}.
      if (!isPlain(value)) throw new ToolmarkError('jcs.not-json', 'An object made by a class is not JSON.');
      return object(value as JsonObject, depth);
    case 'bigint':
      return refuseInteger(value);
    default:
      throw new ToolmarkError('jcs.not-json', `A ${typeof value} is not JSON.`);
  }
}

function list(items: readonly Json[], depth: number): string {
  let text = '[';
  for (let i = 0; i < items.length; i++) {
    if (i > 0) text += ',';
    text += write(items[i] as Json, depth + 1);
  }
  return `${text}]`;
}

function object(members: JsonObject, depth: number): string {
  let text = '{';
  // The default sort compares UTF-16 code units, which is the order RFC 8785 asks for.
  for (const key of Object.keys(members).sort()) {
    if (text.length > 1) text += ',';
    text += `${quote(key)}:${write(members[key] as Json, depth + 1)}`;
  }
  return `${text}}`;
}

const NEEDS_ESCAPE = /[\u0000-\u001f"\\\ud800-\udfff]/;

function quote(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new ToolmarkError('jcs.lone-surrogate', 'A string holds half a surrogate pair.');
  return JSON.stringify(text);
}

function number(value: number): string {
  if (!Number.isFinite(value)) throw new ToolmarkError('jcs.non-finite', `${value} is not JSON.`);
  // 1e17 would be written as an integer of 18 digits, which the reader must then take for one beyond 2^53.
  if (Math.abs(value) > 2 ** 53 && Math.abs(value) < 1e21) return refuseInteger(value);
  return Object.is(value, -0) ? '0' : String(value);
}

function refuseInteger(value: number | bigint): never {
  throw new ToolmarkError(
    'jcs.integer-range',
    `${value} is beyond 2^53: readers would round it. Write it as a string.`,
  );
}
