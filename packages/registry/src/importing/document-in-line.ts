import { isJsonObject, readJson, ToolmarkError } from '@toolmark/core';

const COLON = 0x3a;
const CLOSE = 0x7d;

/**
 * The bytes of the document in a line `{"document":…}`, exactly as they stand there. The strict reader has accepted the
 * line and its one member has a name without a colon: so the first colon ends the name, and the last brace is the line's own.
 */
export function documentInLine(line: Uint8Array): Uint8Array {
  const value = readJson(line);
  if (!isJsonObject(value) || Object.keys(value).join() !== 'document') {
    throw new ToolmarkError('import.not-a-document', 'A line is {"document": …} and nothing else.');
  }
  return trim(line.subarray(line.indexOf(COLON) + 1, line.lastIndexOf(CLOSE)));
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
