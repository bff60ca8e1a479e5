import { readJson, ToolmarkError } from '@toolmark/core';

/** The last place on a page. */
export interface Cursor {
  /** 1 for tools under an advisory, which come last. */
  readonly advised: number;
  readonly rank: number;
  readonly name: string;
}

/** Opaque to clients. It is only a place in an order, so it never expires. */
export function writeCursor({ advised, rank, name }: Cursor): string {
  return Buffer.from(JSON.stringify([advised, rank, name])).toString('base64url');
}

export function readCursor(text: string): Cursor {
  const parts = partsOf(text);
  // Older cursors have only a rank and a name.
  const [advised, rank, name] = parts.length === 2 ? [0, ...parts] : parts;
  const isPlace = (advised === 0 || advised === 1) && typeof rank === 'number';
  if (isPlace && typeof name === 'string' && !name.includes('\0')) return { advised, rank, name };
  throw new ToolmarkError('request.bad-cursor', 'This registry did not issue that cursor. Start without it.');
}

function partsOf(text: string): readonly unknown[] {
  try {
    const value = readJson(Buffer.from(text, 'base64url'), { maxBytes: 2048 });
    return Array.isArray(value) && (value.length === 2 || value.length === 3) ? value : [];
  } catch {
    return [];
  }
}
