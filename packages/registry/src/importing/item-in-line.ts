import { isJsonObject, readJson, ToolmarkError } from '@toolmark/core';

const COLON = 0x3a;
const CLOSE = 0x7d;

/** A document or a server entry to import. */
export interface Item {
  readonly kind: 'document' | 'server';
  readonly bytes: Uint8Array;
}

/**
 * The content of a line `{"document":…}` or `{"server":…}`, byte for byte. The strict reader has accepted the line and its
 * only member has a name without a colon, so the first colon ends the name and the last brace ends the line.
 */
export function itemInLine(line: Uint8Array): Item {
  const value = readJson(line);
  const kind = isJsonObject(value) ? Object.keys(value).join() : undefined;
  if (kind !== 'document' && kind !== 'server') {
    throw new ToolmarkError('import.not-a-document', 'A line is {"document": …} or {"server": …} and nothing else.');
  }
  return { kind, bytes: trim(line.subarray(line.indexOf(COLON) + 1, line.lastIndexOf(CLOSE))) };
}

function trim(bytes: Uint8Array): Uint8Array {
  let from = 0;
  let to = bytes.length;
  while (isSpace(bytes[from])) from++;
  while (to > from && isSpace(bytes[to - 1])) to--;
  return bytes.subarray(from, to);
}

export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}
