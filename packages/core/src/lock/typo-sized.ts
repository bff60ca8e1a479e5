import { assessRisk } from '../describe/index.ts';
import { scanText, validateMcpTool } from '../validate/index.ts';
import { COMMON_MISSPELLINGS, CONFUSED_WORDS, SENSITIVE_WORDS } from './sensitive-words.ts';

/**
 * Whether an edit is no more than a corrected slip (docs/spec/drift.md). It can lower the severity of a rewritten text,
 * so it says yes only where an attacker gains nothing, and no whenever in doubt.
 */
export function isTypoSized(before: string, after: string): boolean {
  if (Math.abs(before.length - after.length) > MAX_GROWTH) return false;
  const [old, now] = [tokensOf(before), tokensOf(after)];
  if (old.length !== now.length) return false;
  const changed = old.flatMap((token, i) => (token === now[i] ? [] : [i]));
  if (changed.length > MAX_TOKENS) return false;
  const isSlip = (i: number): boolean => isTokenSlip(old[i] ?? '', now[i] ?? '', old.length - 1 - i);
  return changed.every(i => isSlip(i) && !isInCode(old, i)) && findsNothingNew(before, after);
}

const MAX_GROWTH = 8;
const MAX_TOKENS = 2;

/** Words and the spaces around them, in turn; the first and last are spaces, if only empty ones. */
function tokensOf(text: string): string[] {
  const tokens = text.split(/([ \t\r\n]+)/);
  if (tokens[0] === '') tokens.shift();
  else tokens.unshift('');
  if (tokens.at(-1) === '' && tokens.length > 1) tokens.pop();
  else if (tokens.length % 2 === 0) tokens.push('');
  return tokens;
}

function isSpace(token: string): boolean {
  return /^[ \t\r\n]*$/.test(token);
}

/** `left` says how many tokens follow. */
function isTokenSlip(before: string, after: string, left: number): boolean {
  if (isSpace(before) || isSpace(after)) return isSpaceSlip(before, after, left === 0);
  const [old, now] = [partsOf(before), partsOf(after)];
  if (old === undefined || now === undefined || old.open !== now.open) return false;
  if (old.close !== now.close && !(left === 1 && isFullStop(old.close, now.close))) return false;
  return old.word === now.word || isWordSlip(old.word, now.word);
}

/** Line breaks structure a text, and far right is out of sight. At the end neither matters. */
function isSpaceSlip(before: string, after: string, isEnd: boolean): boolean {
  if (!isSpace(before) || !isSpace(after)) return false;
  return isEnd || (after.length <= 3 && !/[\r\n]/.test(before + after));
}

interface Parts {
  readonly open: string;
  readonly word: string;
  readonly close: string;
}

/** A word of plain letters between plain punctuation. Whatever else a token is, an edit of it is no slip. */
function partsOf(token: string): Parts | undefined {
  const match = /^(["'(]?)([A-Za-z]+)([.,;:!?"')]{0,2})$/.exec(token);
  return match === null ? undefined : { open: match[1] ?? '', word: match[2] ?? '', close: match[3] ?? '' };
}

function isFullStop(before: string, after: string): boolean {
  return (before === '' && after === '.') || (before === '.' && after === '');
}

function isWordSlip(before: string, after: string): boolean {
  const [old, now] = [before.toLowerCase(), after.toLowerCase()];
  // Capitals inside a word are emphasis or a name.
  if (before.slice(1) !== before.slice(1).toLowerCase() || after.slice(1) !== after.slice(1).toLowerCase())
    return false;
  if (old === now) return true;
  if ([old, now].some(isDelicate)) return false;
  if (before[0] !== after[0]) return false;
  if (COMMON_MISSPELLINGS.get(old) === now) return true;
  return isSwap(old, now) || isDoubling(old, now) || isLetterMore(old, now);
}

/** Words that decide what a text asks for, that say how dangerous a tool is, or that a slip turns into another word. */
function isDelicate(word: string): boolean {
  return [word, ...ENDINGS.flatMap(ending => (word.endsWith(ending) ? [word.slice(0, -ending.length)] : []))].some(
    stem => SENSITIVE_WORDS.has(stem) || CONFUSED_WORDS.has(stem) || isEvidence(stem),
  );
}

const ENDINGS = ['s', 'd', 'es', 'ed', 'ing'];

function isEvidence(word: string): boolean {
  return [{ name: word }, { name: 'x', description: word }].some(tool => assessRisk(tool).reasons.length > 0);
}

/** Two neighbours have changed places. */
function isSwap(before: string, after: string): boolean {
  if (before.length !== after.length || before.length < 5) return false;
  const i = firstDifference(before, after);
  return before[i] === after[i + 1] && before[i + 1] === after[i] && before.slice(i + 2) === after.slice(i + 2);
}

/** A letter stands twice on one side and once on the other, but not at the end, where it would be another form. */
function isDoubling(before: string, after: string): boolean {
  const [short, long] = byLength(before, after);
  const i = firstDifference(short, long);
  return short.length >= 5 && isOneMore(short, long) && long[i] === long[i - 1] && i < short.length;
}

/** One letter more inside a word that is not short: short words are too near to each other. */
function isLetterMore(before: string, after: string): boolean {
  const [short, long] = byLength(before, after);
  return short.length >= 6 && isOneMore(short, long) && firstDifference(short, long) < short.length - 1;
}

function isOneMore(short: string, long: string): boolean {
  const i = firstDifference(short, long);
  return long.length === short.length + 1 && short.slice(i) === long.slice(i + 1);
}

function byLength(a: string, b: string): [string, string] {
  return a.length <= b.length ? [a, b] : [b, a];
}

function firstDifference(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

/** Between backquotes. */
function isInCode(tokens: readonly string[], index: number): boolean {
  const marks = tokens.slice(0, index).join('').split('`').length - 1;
  return marks % 2 === 1;
}

/** The rules on texts and the scanner find nothing in the new text that they did not find in the old one. */
function findsNothingNew(before: string, after: string): boolean {
  const [old, now] = [findingsIn(before), findingsIn(after)];
  return [...now].every(([code, count]) => count <= (old.get(code) ?? 0));
}

function findingsIn(description: string): Map<string, number> {
  const counts = new Map<string, number>();
  const findings = [...validateMcpTool({ name: 'x', description }, ''), ...scanText(description)];
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}
