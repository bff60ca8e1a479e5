import { ToolmarkError } from '../base/index.ts';
import { capText, isLonger } from './cap-text.ts';
import { type CleanChange, Tally } from './change.ts';
import { parseTextPolicy, type TextPolicy } from './metadata-policy.ts';
import { squeezeSpace } from './squeeze-space.ts';
import { stripHidden } from './strip-hidden.ts';
import { tidyLines } from './tidy-lines.ts';

/** A text and all that was done to it. */
export interface CleanText {
  readonly text: string;
  readonly changes: readonly CleanChange[];
}

/** A text for people and models, as the policy wants it (docs/spec/cleaning.md). Cleaning it again changes nothing. */
export function cleanText(text: string, policy: Partial<TextPolicy>, pointer = ''): CleanText {
  if (typeof text !== 'string') throw new ToolmarkError('sanitize.malformed', 'What is to be cleaned must be a text.');
  return cleanProse(text, parseTextPolicy({ ...policy }), pointer);
}

/** The same for a policy that was checked when the work began. */
export function cleanProse(text: string, policy: TextPolicy, pointer: string): CleanText {
  if (isTidyText(text, policy)) return { text, changes: NONE };
  const cap = policy.maxDescriptionLength ?? Number.POSITIVE_INFINITY;
  // Of a text far longer than the cap only so much is cleaned as can be kept; if too little is left of that, all of it is.
  for (let until = cap * 2 + 64; ; until = text.length) {
    const tally = new Tally();
    const spaced = cleanUntil(text, until, policy, tally);
    const isWhole = until >= text.length;
    if (!isWhole && !isLonger(spaced, cap)) continue;
    const left = isWhole ? 0 : text.length - until;
    return { text: capText(spaced, cap, left, tally), changes: tally.changes(pointer) };
  }
}

/** A text that no policy changes, but for its cap. */
export function isTidyText(text: string, { maxDescriptionLength }: TextPolicy): boolean {
  return (maxDescriptionLength === null || text.length <= maxDescriptionLength) && isTidy(text);
}

function cleanUntil(text: string, until: number, policy: TextPolicy, tally: Tally): string {
  const shown = policy.stripControlChars ? stripHidden(text, 'prose', tally, until) : text.slice(0, until);
  if (!policy.normalizeWhitespace) return shown;
  return policy.lineBreaks === 'keep' ? tidyLines(shown, tally) : squeezeSpace(shown, tally);
}

/** A text that is a value, and goes back to the server: only what hides is taken away. */
export function cleanValue(text: string, policy: TextPolicy, pointer = ''): CleanText {
  if (!policy.stripControlChars || isTidy(text)) return { text, changes: NONE };
  const tally = new Tally();
  return { text: stripHidden(text, 'value', tally), changes: tally.changes(pointer) };
}

const NONE: readonly CleanChange[] = [];

const UNTIDY = /[^ -~]| {2}|^ | $/;

/** Printable ASCII with single spaces between words, as most texts are. An engine reads texts however they are kept; code does not. */
function isTidy(text: string): boolean {
  return !UNTIDY.test(text);
}
