import type { Position } from './error.ts';

/** Line, column and byte offset of a character in a text. */
export function findPosition(text: string, index: number): Position {
  return new PositionTracker(text).at(index);
}

/** Positions of characters that are asked for from the front to the back: the text is walked once. */
export class PositionTracker {
  private readonly text: string;
  private index = 0;
  private offset = 0;
  private line = 1;
  private column = 1;

  constructor(text: string) {
    this.text = text;
  }

  at(index: number): Position {
    for (; this.index < index; this.index++) this.pass(this.text.charCodeAt(this.index));
    return { offset: this.offset, line: this.line, column: this.column };
  }

  private pass(unit: number): void {
    if (unit === 0x0a) {
      this.line++;
      this.column = 0;
    }
    const isSecondHalf = unit >= 0xdc00 && unit <= 0xdfff;
    if (!isSecondHalf) this.column++;
    this.offset += utf8Length(unit);
  }
}

/** Bytes of a UTF-16 unit in UTF-8; the two halves of a pair have four together. */
function utf8Length(unit: number): number {
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  return unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
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
