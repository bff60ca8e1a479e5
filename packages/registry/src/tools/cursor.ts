import { readJson, ToolmarkError } from '@toolmark/core';

/** Where the next page begins: after this rank and name. */
export interface Cursor {
  readonly rank: number;
  readonly name: string;
}

/** Opaque to clients, and only a place in an order: nothing is kept for it, and it never expires. */
export function writeCursor({ rank, name }: Cursor): string {
  return Buffer.from(JSON.stringify([rank, name])).toString('base64url');
}

export function readCursor(text: string): Cursor {
  const [rank, name] = partsOf(text);
  if (typeof rank === 'number' && typeof name === 'string' && !name.includes('\0')) return { rank, name };
  throw new ToolmarkError('request.bad-cursor', 'This cursor is not one that the registry gave. Start without it.');
}

function partsOf(text: string): readonly unknown[] {
  try {
    const value = readJson(Buffer.from(text, 'base64url'), { maxBytes: 2048 });
    return Array.isArray(value) && value.length === 2 ? value : [];
  } catch {
    return [];
  }
}
