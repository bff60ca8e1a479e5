import type { Tally } from './change.ts';
import { isPlainAscii } from './first-look.ts';
import { walkHidden } from './walk-hidden.ts';

/**
 * A text without what steers, hides or means nothing. In prose every kind of line break becomes a line feed first, so
 * that words never glue together; in a value, where a carriage return may be what the server asks for, it stays. What
 * begins at or after `until` is left out, though it is seen by what comes before.
 */
export function stripHidden(text: string, use: 'prose' | 'value', tally?: Tally, until = text.length): string {
  const last = Math.min(until, text.length);
  if (last === text.length && isPlainAscii(text)) return text;
  const kept: string[] = [];
  let from = 0;
  walkHidden(text, use, last, (kind, start, end, instead) => {
    tally?.add(kind, text, start, end);
    if (start > from) kept.push(text.slice(from, start));
    if (instead !== '') kept.push(instead);
    from = end;
  });
  return from === 0 && last === text.length ? text : kept.join('') + text.slice(from, Math.max(from, last));
}
