import { readJson, ToolmarkError } from '@toolmark/core';

/** Where the next page begins: after this place in the order. */
export interface Cursor {
  /** 1 among tools under an advisory, which come last. */
  readonly advised: number;
  readonly rank: number;
  readonly name: string;
}

/** Opaque to clients, and only a place in an order: nothing is kept for it, and it never expires. */
export function writeCursor({ advised, rank, name }: Cursor): string {
  return Buffer.from(JSON.stringify([advised, rank, name])).toString('base64url');
}

export function readCursor(text: string): Cursor {
  const parts = partsOf(text);
  // Cursors do not expire: older ones name a rank and a name alone.
  const [advised, rank, name] = parts.length === 2 ? [0, ...parts] : parts;
  const isPlace = (advised === 0 || advised === 1) && typeof rank === 'number';
  if (isPlace && typeof name === 'string' && !name.includes('\0')) return { advised, rank, name };
  throw new ToolmarkError('request.bad-cursor', 'This cursor is not one that the registry gave. Start without it.');
}

function partsOf(text: string): readonly unknown[] {
  try {
    const value = readJson(Buffer.from(text, 'base64url'), { maxBytes: 2048 });
    return Array.isArray(value) && (value.length === 2 || value.length === 3) ? value : [];
  } catch {
    return [];
  }
}
