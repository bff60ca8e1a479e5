import { assessRisk } from '../describe/index.ts';
import { isPlainWord, mayBeWord } from './plain-words.ts';
import { COMMON_MISSPELLINGS, CONFUSED_WORDS, SENSITIVE_WORDS } from './sensitive-words.ts';

/** Whether one word has become another by mending a slip: what was no word now is one, and could be no other. */
export function isWordSlip(before: string, after: string): boolean {
  const [old, now] = [before.toLowerCase(), after.toLowerCase()];
  // Capitals inside a word are emphasis or a name.
  if (before.slice(1) !== before.slice(1).toLowerCase() || after.slice(1) !== after.slice(1).toLowerCase())
    return false;
  if (old === now) return true;
  if ([old, now].some(isDelicate)) return false;
  if (before[0] !== after[0]) return false;
  if (COMMON_MISSPELLINGS.get(old) === now) return true;
  return isSlip(old, now) && isPlainWord(now) && !mayBeWord(old) && isOnlyMending(old, now);
}

function isSlip(before: string, after: string): boolean {
  return isSwap(before, after) || isDoubling(before, after) || isLetterMore(before, after);
}

/** No other word is as near to the slip. */
function isOnlyMending(slip: string, mended: string): boolean {
  const isOther = (word: string): boolean => word !== mended && (isPlainWord(word) || SENSITIVE_WORDS.has(word));
  return !neighboursOf(slip).some(word => isOther(word) && isSlip(slip, word));
}

/** Every text that is one letter more, one less, or a swap away. The slip of a listed word is never long. */
function neighboursOf(slip: string): string[] {
  return [...slip, ''].flatMap((letter, i) => {
    const [head, tail] = [slip.slice(0, i), slip.slice(i + 1)];
    const longer = [...LETTERS].map(more => head + more + slip.slice(i));
    return [head + tail, head + tail.slice(0, 1) + letter + tail.slice(1), ...longer];
  });
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

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
  // Programs are called like a word with its first letter twice.
  const isFirstTwice = i === 1 && long[0] === long[1];
  return long.length === short.length + 1 && short.slice(i) === long.slice(i + 1) && !isFirstTwice;
}

function byLength(a: string, b: string): [string, string] {
  return a.length <= b.length ? [a, b] : [b, a];
}

function firstDifference(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}
