import { ToolmarkError } from '@toolmark/core';

/** The number after which a page begins, for lists that go by numbers. */
export function placeOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new ToolmarkError('request.bad-cursor', 'This cursor is not one that the registry gave. Start without it.');
}
