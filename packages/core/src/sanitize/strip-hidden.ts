import type { Tally } from './change.ts';
import { walkHidden } from './walk-hidden.ts';

/**
 * Removes everything that `walkHidden` reports. In prose every line break becomes a line feed, so that words stay apart;
 * in a value a carriage return stays, because the server may expect it. The result ends before `until`.
 */
export function stripHidden(text: string, use: 'prose' | 'value', tally?: Tally, until = text.length): string {
  const last = Math.min(until, text.length);
  const kept: string[] = [];
  let from = 0;
  walkHidden(text, use, last, (kind, start, end, replacement) => {
    tally?.add(kind, text, start, end);
    if (start > from) kept.push(text.slice(from, start));
    if (replacement !== '') kept.push(replacement);
    from = end;
  });
  return from === 0 && last === text.length ? text : kept.join('') + text.slice(from, Math.max(from, last));
}
