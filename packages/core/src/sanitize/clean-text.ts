import { ToolmarkError } from '../base/index.ts';
import { capText, isLonger } from './cap-text.ts';
import { type CleanChange, Tally } from './change.ts';
import { parseTextPolicy, type TextPolicy } from './metadata-policy.ts';
import { squeezeSpace } from './squeeze-space.ts';
import { stripHidden } from './strip-hidden.ts';
import { tidyLines } from './tidy-lines.ts';

/** A cleaned text and all changes to it. */
export interface CleanText {
  readonly text: string;
  readonly changes: readonly CleanChange[];
}

/** Cleans a text for people and models (docs/spec/cleaning.md). Cleaning it again changes nothing. */
export function cleanText(text: string, policy: Partial<TextPolicy>, pointer = ''): CleanText {
  if (typeof text !== 'string') throw new ToolmarkError('sanitize.malformed', 'Only a string can be cleaned.');
  return cleanProse(text, parseTextPolicy({ ...policy }), pointer);
}

/** The same for a policy that has been checked. */
export function cleanProse(text: string, policy: TextPolicy, pointer: string): CleanText {
  if (isPlain(text) && text.length <= (policy.maxDescriptionLength ?? text.length)) return { text, changes: [] };
  const cap = policy.maxDescriptionLength ?? Number.POSITIVE_INFINITY;
  // Cleans only as much of a long text as the cap can keep, or all of it if too little remains.
  for (let until = cap * 2 + 64; ; until = text.length) {
    const tally = new Tally();
    const spaced = cleanUntil(text, until, policy, tally);
    const isWhole = until >= text.length;
    if (!isWhole && !isLonger(spaced, cap)) continue;
    const left = isWhole ? 0 : text.length - until;
    return { text: capText(spaced, cap, left, tally), changes: tally.changes(pointer) };
  }
}

function cleanUntil(text: string, until: number, policy: TextPolicy, tally: Tally): string {
  const shown = policy.stripControlChars ? stripHidden(text, 'prose', tally, until) : text.slice(0, until);
  if (!policy.normalizeWhitespace) return shown;
  return policy.lineBreaks === 'keep' ? tidyLines(shown, tally) : squeezeSpace(shown, tally);
}

/** Removes only hidden characters from a value, because the server may get it back. */
export function cleanValue(text: string, policy: TextPolicy, pointer = ''): CleanText {
  if (!policy.stripControlChars || isPlain(text)) return { text, changes: [] };
  const tally = new Tally();
  return { text: stripHidden(text, 'value', tally), changes: tally.changes(pointer) };
}

/** Visible ASCII with single spaces, as most texts are: there is nothing to clean. */
function isPlain(text: string): boolean {
  return /^(?:[!-~]+(?: [!-~]+)*)?$/.test(text);
}
