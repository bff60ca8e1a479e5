import { clusterEnd } from '../base/index.ts';
import type { Tally } from './change.ts';
import { isSpace } from './squeeze-space.ts';

/** Markers of truncated text, the second for small caps. They count toward the cap. */
const TRUNCATED = '…(truncated)';
const CUT = '…';

/** Truncates a text to `cap` code points, between grapheme clusters, with a marker. `left` units were dropped before. */
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

/** The last cluster boundary within so many code points, without trailing spaces. */
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
