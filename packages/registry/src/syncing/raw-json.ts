import { readJson, ToolmarkError } from '@toolmark/core';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * The values of a JSON list as bytes. This only finds where values end: the strict reader parses each one later, so an
 * invalid value does not invalidate its neighbours.
 */
export function rawItems(bytes: Uint8Array): Uint8Array[] {
  return piecesIn(bytes, OPEN_LIST, CLOSE_LIST);
}

/** The members of a JSON object as bytes. Refuses duplicate names. */
export function rawMembers(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const pairs = rawPairs(bytes);
  const members = new Map(pairs);
  if (members.size < pairs.length) throw notJson();
  return members;
}

/** The members including duplicates. */
export function rawPairs(bytes: Uint8Array): (readonly [name: string, value: Uint8Array])[] {
  return piecesIn(bytes, OPEN_OBJECT, CLOSE_OBJECT).map(piece => {
    const end = valueEnd(piece, 0);
    const name = readJson(piece.subarray(0, end));
    const colon = skipSpace(piece, end);
    if (typeof name !== 'string' || piece[colon] !== COLON) throw notJson();
    return [name, piece.subarray(skipSpace(piece, colon + 1))];
  });
}

/** Consecutive values, as in a file with one per line. */
export function rawValues(bytes: Uint8Array): Uint8Array[] {
  const values: Uint8Array[] = [];
  for (let at = skipSpace(bytes, 0); at < bytes.length; ) {
    const end = valueEnd(bytes, at);
    values.push(bytes.subarray(at, end));
    at = skipSpace(bytes, end);
  }
  return values;
}

export function isRawObject(bytes: Uint8Array): boolean {
  return bytes[skipSpace(bytes, 0)] === OPEN_OBJECT;
}

export function isRawList(bytes: Uint8Array): boolean {
  return bytes[skipSpace(bytes, 0)] === OPEN_LIST;
}

/** The parts between commas at the first depth. */
function piecesIn(bytes: Uint8Array, open: number, close: number): Uint8Array[] {
  const start = skipSpace(bytes, 0);
  if (bytes[start] !== open) throw notJson();
  const pieces: Uint8Array[] = [];
  let at = skipSpace(bytes, start + 1);
  if (bytes[at] === close) return pieces;
  for (;;) {
    const from = at;
    at = valueEnd(bytes, at);
    const colon = skipSpace(bytes, at);
    if (open === OPEN_OBJECT && bytes[colon] === COLON) at = valueEnd(bytes, skipSpace(bytes, colon + 1));
    pieces.push(bytes.subarray(from, at));
    at = skipSpace(bytes, at);
    if (bytes[at] === close) return pieces;
    if (bytes[at] !== COMMA) throw notJson();
    at = skipSpace(bytes, at + 1);
  }
}

function valueEnd(bytes: Uint8Array, from: number): number {
  const first = bytes[from];
  if (first === QUOTE) return stringEnd(bytes, from);
  if (first !== OPEN_LIST && first !== OPEN_OBJECT) return wordEnd(bytes, from);
  let depth = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = stringEnd(bytes, at) - 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  throw notJson();
}

function stringEnd(bytes: Uint8Array, from: number): number {
  for (let at = from + 1; at < bytes.length; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at + 1;
  }
  throw notJson();
}

/** Numbers and literals. */
function wordEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && WORD.has(bytes[at] ?? 0)) at += 1;
  if (at === from) throw notJson();
  return at;
}

const WORD = new Set(new TextEncoder().encode('abcdefghijklmnopqrstuvwxyzE0123456789+-.'));

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at += 1;
  return at;
}

function notJson(): ToolmarkError {
  return new ToolmarkError('json.syntax', 'Not JSON of the expected form.');
}
