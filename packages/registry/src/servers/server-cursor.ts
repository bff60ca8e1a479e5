import { readJson, ToolmarkError } from '@toolmark/core';

/** Lists are ordered by name and version, or by the time of the last change. */
export type ServerOrder = 'name' | 'change';

/** The last place on a page: name and version, or time and id. */
export type ServerPlace = readonly [string, string] | readonly [number, number];

export function writeServerCursor(order: ServerOrder, place: ServerPlace): string {
  return Buffer.from(JSON.stringify([order, ...place])).toString('base64url');
}

/** Throws `request.bad-cursor`, also for a cursor of the other order. */
export function readServerCursor(order: ServerOrder, text: string): ServerPlace {
  const [kind, first, second] = partsOf(text);
  if (kind === order && order === 'name' && isStorable(first) && isStorable(second)) {
    return [first, second];
  }
  if (kind === order && order === 'change' && Number.isSafeInteger(first) && Number.isSafeInteger(second)) {
    return [first as number, second as number];
  }
  throw new ToolmarkError('request.bad-cursor', 'This list did not issue that cursor. Start without it.');
}

function isStorable(part: unknown): part is string {
  return typeof part === 'string' && !part.includes('\0');
}

function partsOf(text: string): readonly unknown[] {
  try {
    const value = readJson(Buffer.from(text, 'base64url'), { maxBytes: 2048 });
    return Array.isArray(value) && value.length === 3 ? value : [];
  } catch {
    return [];
  }
}
