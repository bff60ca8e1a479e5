import type { Tally } from './change.ts';
import { isOneSpaced, isSpace, RUNS_OF_SPACE } from './squeeze-space.ts';

/** Enough for nested lists and code, too few to move text out of view. */
const MOST_SPACES = 40;
const MOST_EMPTY_LINES = 2;

/** Keeps lines, lists and code blocks and removes other white space (docs/spec/cleaning.md, section 1). */
export function tidyLines(text: string, tally: Tally): string {
  if (isOneSpaced(text)) return text;
  const lines: string[] = [];
  let fence = '';
  let empty = 0;
  for (const raw of text.split(LINE_BREAK)) {
    const line = tidyLine(raw, fence !== '', lines.length === 0);
    fence = fenceAfter(line, fence);
    empty = line === '' ? empty + 1 : 0;
    const isKept = line === '' ? lines.length > 0 && empty <= MOST_EMPTY_LINES : true;
    if (isKept) lines.push(line);
  }
  while (lines.at(-1) === '') lines.pop();
  const tidied = lines.join('\n');
  if (tidied !== text) tally.add('whitespace', '', 0, 0, Math.max(1, text.length - tidied.length));
  return tidied;
}

const LINE_BREAK = /\r\n|[\n\v\f\r\x85\u2028\u2029]/;

function tidyLine(line: string, isCode: boolean, isFirst: boolean): string {
  if (isOneSpaced(line)) return line;
  let start = 0;
  while (start < line.length && isSpace(line, start)) start++;
  let end = line.length;
  while (end > start && isSpace(line, end - 1)) end--;
  if (start === end) return '';
  const indentation = isFirst ? '' : keptSpaces(line.slice(0, start));
  const words = line.slice(start, end);
  return indentation + words.replace(RUNS_OF_SPACE, run => (isCode ? keptSpaces(run) : ' '));
}

function keptSpaces(run: string): string {
  return run.slice(0, MOST_SPACES).replace(/[^\t]/g, ' ');
}

/** The characters of the fence that is open after a line, or an empty string. */
function fenceAfter(line: string, open: string): string {
  const words = line.trimStart();
  if (open === '') return OPENING.exec(words)?.[0] ?? '';
  const isClosed = words.length >= open.length && words === open.charAt(0).repeat(words.length);
  return isClosed ? '' : open;
}

const OPENING = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
