import { type Move, sides } from './change.ts';
import type { RowId } from './severity-table.ts';
import { isTypoSized } from './typo-sized.ts';

/** A text that came, went or changed. Only an edit of a text that was there can be a typo. */
export function textMove(
  pointer: string,
  before: string | undefined,
  after: string | undefined,
  rows: { readonly typo: RowId; readonly reworded: RowId },
): Move {
  const isTypo = before !== undefined && after !== undefined && isTypoSized(before, after);
  const kind = isTypo ? 'typo' : 'reworded';
  return { row: rows[kind], class: kind, pointer, ...sides(before, after) };
}
