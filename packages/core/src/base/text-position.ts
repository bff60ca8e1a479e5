import type { Position } from './error.ts';

/** Line, column and byte offset of a character in a text. Only called on the way to an error. */
export function findPosition(text: string, index: number): Position {
  const before = text.slice(0, index);
  const lineStart = before.lastIndexOf('\n') + 1;
  return {
    offset: new TextEncoder().encode(before).length,
    line: before.split('\n').length,
    column: [...before.slice(lineStart)].length + 1,
  };
}

/** Where the first character that is not UTF-8 starts. The decoder only says that there is one. */
export function findUtf8Fault(bytes: Uint8Array): Position {
  let good = 0;
  let bad = bytes.length;
  // A prefix decodes exactly when the fault lies behind it, so halving finds the fault in a few native passes.
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (decodesSoFar(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  const text = new TextDecoder().decode(bytes.subarray(0, good), { stream: true });
  return findPosition(text, text.length);
}

function decodesSoFar(prefix: Uint8Array): boolean {
  try {
    // Streaming lets a character be cut at the end without calling that an error.
    new TextDecoder('utf-8', { fatal: true }).decode(prefix, { stream: true });
    return true;
  } catch {
    return false;
  }
}
