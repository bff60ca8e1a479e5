import { has, IS } from '../../../base/index.ts';

/** So much white space that what follows lies outside any window. */
const FAR_RIGHT = 160;
const FAR_DOWN = 30;
const LONGEST = 300;

/**
 * What stands behind a stretch of white space no reader scrolls through. So much of it covers one character of every
 * thirty, so that the others are looked at only beside one that is blank.
 */
export function findFarText(shown: string): string | undefined {
  // A tag becomes a line feed and blanks of the same length, so that places stay where they are.
  const text = shown.includes('<') ? shown.replace(BREAK_TAG, tag => `\n${' '.repeat(tag.length - 1)}`) : shown;
  let end = 0;
  for (let i = FAR_DOWN - 1; i < text.length; i = Math.max(i, end) + FAR_DOWN) {
    if (!isBlank(text.charCodeAt(i))) continue;
    const start = gapStart(text, i, end);
    end = gapEnd(text, i);
    if (end - start >= FAR_DOWN && end < text.length && isFar(text, start, end)) return text.slice(end, end + LONGEST);
  }
  return undefined;
}

const BREAK_TAG = /<br ?\/?>/gi;

function gapStart(text: string, i: number, least: number): number {
  let start = i;
  while (start > least && isBlank(text.charCodeAt(start - 1))) start--;
  return start;
}

function gapEnd(text: string, i: number): number {
  let end = i + 1;
  while (isBlank(text.charCodeAt(end))) end++;
  return end;
}

/** Whether what follows a gap stands far to the right on its line, or far below. */
function isFar(text: string, start: number, end: number): boolean {
  let line = start - 1;
  let lines = 0;
  for (let i = start; i < end; i++) {
    if (!isLineBreak(text, i)) continue;
    line = i;
    lines++;
  }
  return end - line - 1 >= FAR_RIGHT || lines >= FAR_DOWN;
}

/** A carriage return before a line feed is a part of the same break. */
function isLineBreak(text: string, i: number): boolean {
  const code = text.charCodeAt(i);
  if (code === 13) return text.charCodeAt(i + 1) !== 10;
  return (code >= 10 && code <= 12) || code === 0x85 || code === 0x2028 || code === 0x2029;
}

/** White_Space, and the pattern of Braille without a dot. */
function isBlank(code: number): boolean {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13);
  return code >= 0x85 && (code === BRAILLE_BLANK || has(code, IS.whiteSpace));
}

const BRAILLE_BLANK = 0x2800;

/** What the digest of the rule set covers of this page. */
export const PADDING_SOURCES: readonly string[] = [`${FAR_RIGHT} ${FAR_DOWN} ${BRAILLE_BLANK}`, BREAK_TAG.source];
