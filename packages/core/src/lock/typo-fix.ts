import { validateMcpTool } from '../validate/index.ts';
import { isWordSlip } from './word-slip.ts';

/**
 * Whether an edit only fixes typos (docs/spec/drift.md). It lowers the severity of a rewritten text, so it says yes only
 * where an attacker gains nothing.
 */
export function isTypoFix(before: string, after: string): boolean {
  const [old, now] = [tokensOf(before), tokensOf(after)];
  if (old.length !== now.length) return false;
  const changed = editsBetween(old, now);
  const isMendable = (edit: Edit): boolean =>
    !isInCode(old, edit.index) && (hasSameLetters(edit) || isProse(old, edit));
  return changed.every(edit => isTokenSlip(edit) && isMendable(edit)) && findsNothingNew(before, after);
}

/** A token that is another one now. */
interface Edit {
  readonly index: number;
  /** How many tokens follow. */
  readonly left: number;
  readonly before: string;
  readonly after: string;
}

function editsBetween(old: readonly string[], now: readonly string[]): Edit[] {
  return now.flatMap((after, index) => {
    const before = old[index];
    return before === undefined || before === after ? [] : [{ index, left: old.length - 1 - index, before, after }];
  });
}

/** Words and the spaces around them, in turn; the first and last are spaces, if only empty ones. */
function tokensOf(text: string): string[] {
  const tokens = text.split(/([ \t\r\n]+)/);
  if (tokens[0] === '') tokens.shift();
  else tokens.unshift('');
  if (tokens.at(-1) === '') tokens.pop();
  else tokens.push('');
  return tokens;
}

function isSpace(token: string): boolean {
  return /^[ \t\r\n]*$/.test(token);
}

function isTokenSlip({ before, after, left }: Edit): boolean {
  // In both texts every other token is a space: here are two spaces or two words.
  if (isSpace(before)) return isSpaceSlip(before, after, left === 0);
  const [old, now] = [partsOf(before), partsOf(after)];
  if (old === undefined || now === undefined || old.open !== now.open) return false;
  if (old.close !== now.close && !(left === 1 && isFullStop(old.close, now.close))) return false;
  return old.word === now.word || isWordSlip(old.word, now.word);
}

/** Line breaks structure a text, and far right is out of sight. At the end a few of either do not matter. */
function isSpaceSlip(before: string, after: string, isEnd: boolean): boolean {
  return isEnd ? after.length <= 8 : after.length <= 3 && !/[\r\n]/.test(before + after);
}

interface Parts {
  readonly open: string;
  readonly word: string;
  readonly close: string;
}

/** A word of plain letters between plain punctuation. An edit of any other token is not a typo fix. */
function partsOf(token: string): Parts | undefined {
  const [match, open = '', word = '', close = ''] = /^(["'(]?)([A-Za-z]+)([.,;:!?"')]{0,2})$/.exec(token) ?? [];
  return match === undefined ? undefined : { open, word, close };
}

function isFullStop(before: string, after: string): boolean {
  return (before === '' && after === '.') || (before === '.' && after === '');
}

/** Between backquotes. */
function isInCode(tokens: readonly string[], index: number): boolean {
  const marks = tokens.slice(0, index).join('').split('`').length - 1;
  return marks % 2 === 1;
}

/** A capital, a space or a full stop at the end is all that has changed. */
function hasSameLetters({ before, after }: Edit): boolean {
  const lettersOf = (token: string): string => token.toLowerCase().replace(/[^a-z]/g, '');
  return lettersOf(before) === lettersOf(after);
}

/** A word of a sentence, and not a value between quotes, a name, or something to install. Every other token is a word. */
function isProse(tokens: readonly string[], { index, before }: Edit): boolean {
  const isQuoted = /^["']/.test(before) || tokens.slice(0, index).join('').split('"').length % 2 === 0;
  const isName = /^[^A-Za-z]*[A-Z]/.test(before) && !startsSentence(tokens, index);
  const isPackage = INSTALLING.test(tokens.slice(Math.max(0, index - 6), index).join(''));
  return !isQuoted && !isName && !isPackage && !NAMING.test(tokenAt(tokens, index - 2));
}

function startsSentence(tokens: readonly string[], index: number): boolean {
  const [space, word] = [tokenAt(tokens, index - 1), tokenAt(tokens, index - 2)];
  return index <= 1 || /[\r\n]/.test(space) || /[.!?]["')]?$/.test(word);
}

/** Empty before the first token. */
function tokenAt(tokens: readonly string[], index: number): string {
  return tokens[index] ?? '';
}

/** Soon after these, a misspelt word may be the name of a package that exists. */
const INSTALLING =
  /\b(?:(?:un)?install(?:s|ed|ing)?|packages?|crates?|gems?|npm|npx|pnpm|yarn|bunx?|pip[3x]?|uvx?|cargo|brew|apt)\b/i;
/** Right after these, it may be the name of anything. */
const NAMING =
  /^\W*(?:from|imports?|requires?|modules?|librar(?:y|ies)|images?|commands?|programs?|named|called|names?|docker|go)\W*$/i;

/** The rules on texts find nothing in the new text that they did not find in the old one. */
function findsNothingNew(before: string, after: string): boolean {
  const [old, now] = [findingsIn(before), findingsIn(after)];
  return [...now].every(([code, count]) => count <= (old.get(code) ?? 0));
}

function findingsIn(description: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code } of validateMcpTool({ name: 'x', description }, '')) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}
