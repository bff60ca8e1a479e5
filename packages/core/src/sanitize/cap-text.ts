import { clusterEnd } from '../base/index.ts';
import type { Tally } from './change.ts';
import { isSpace } from './squeeze-space.ts';

/** What shows that a text was cut; a cap too small for it gets the single character. It counts inside the cap. */
const TRUNCATED = '…(truncated)';
const CUT = '…';

/**
 * A text of at most `cap` code points, cut between user-perceived characters and visibly so. `left` units of it were
 * left out before.
 */
export function capText(text: string, cap: number, left: number, tally: Tally): string {
  if (!isLonger(text, cap)) return text;
  const marker = cap > TRUNCATED.length ? TRUNCATED : CUT;
  const end = cutAt(text, cap - marker.length);
  tally.add('truncated', '', 0, 0, text.length - end + left);
  return text.slice(0, end) + marker;
}

/** Whether a text has more code points than that. */
export function isLonger(text: string, cap: number): boolean {
  return text.length > cap && (text.length > cap * 2 || codePoints(text) > cap);
}

/** The last end of a character within so many code points, before any space or invisible space that would dangle. */
function cutAt(text: string, most: number): number {
  let end = 0;
  for (let points = 0; end < text.length; ) {
    const next = clusterEnd(text, end);
    points += next - end === 1 ? 1 : codePoints(text.slice(end, next));
    if (points > most) break;
    end = next;
  }
  while (end > 0 && (isSpace(text, end - 1) || text[end - 1] === '\u200b')) end--;
  return end;
}

function codePoints(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}
