import { ToolmarkError } from './error.ts';
import type { Json, JsonObject } from './json.ts';

const MAX_DEPTH = 512;

/**
 * RFC 8785 canonical text. It refuses what has no single form: integers beyond 2^53 (as bigint), lone surrogates,
 * NaN and infinities, and anything that is not JSON.
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
      return Array.isArray(value) ? list(value, depth) : object(value as JsonObject, depth);
    case 'bigint':
      throw new ToolmarkError('jcs.integer-range', `${value} is beyond 2^53: readers would round it. Write a string.`);
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly the characters JSON must escape.
const NEEDS_ESCAPE = /[\u0000-\u001f"\\\ud800-\udfff]/;

function quote(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new ToolmarkError('jcs.lone-surrogate', 'A string holds half a surrogate pair.');
  return JSON.stringify(text);
}

function number(value: number): string {
  if (!Number.isFinite(value)) throw new ToolmarkError('jcs.non-finite', `${value} is not JSON.`);
  return Object.is(value, -0) ? '0' : String(value);
}
