import { has, IS } from '../base/index.ts';
import type { Tally } from './change.ts';

/** Replaces all white space by single spaces and trims the text. */
export function squeezeSpace(text: string, tally: Tally): string {
  if (isOneSpaced(text)) return text;
  const even = text.replace(RUNS_OF_SPACE, ' ');
  const start = even.startsWith(' ') ? 1 : 0;
  const squeezed = even.slice(start, even.endsWith(' ') ? Math.max(start, even.length - 1) : even.length);
  tally.add('whitespace', '', 0, 0, Math.max(1, text.length - squeezed.length));
  return squeezed;
}

/** Whether a text is one trimmed line with single spaces. */
export function isOneSpaced(text: string): boolean {
  return !ODD.test(text);
}

export function isSpace(text: string, i: number): boolean {
  return has(text.charCodeAt(i), IS.whiteSpace);
}

/** White_Space of Unicode since version 6.3 (see the test). */
const SPACE = '\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
/** Every run that is not a single space. */
export const RUNS_OF_SPACE: RegExp = new RegExp(`[${SPACE.replace(' ', '')}][${SPACE}]*| [${SPACE}]+`, 'g');
const ODD = new RegExp(`${RUNS_OF_SPACE.source}|^ | $`);
