import { isPlainWord, mayBeOtherWord } from './plain-words.ts';

/**
 * Whether an edit corrects the spelling of one word: the old word is not a word, the new one is the only word near it, and
 * the meaning of a sentence does not turn on it.
 */
export function isWordSlip(before: string, after: string): boolean {
  // Capitals inside a word are emphasis or a name.
  if (hasInnerCapital(before) || hasInnerCapital(after)) return false;
  const [old, now] = [before.toLowerCase(), after.toLowerCase()];
  if (old === now) return true;
  if (before[0] !== after[0] || TURNING_WORDS.has(now)) return false;
  if (SHORT_SLIPS.get(old) === now) return true;
  return isPlainWord(now) && !mayBeOtherWord(old, now) && isSlip(old, now) && isOnlyWordNear(old, now);
}

function hasInnerCapital(word: string): boolean {
  return word.slice(1) !== word.slice(1).toLowerCase();
}

/** Frequent slips in words that are too short for the rules below. */
const SHORT_SLIPS: ReadonlyMap<string, string> = new Map([
  ['teh', 'the'],
  ['hte', 'the'],
  ['adn', 'and'],
  ['nad', 'and'],
  ['wich', 'which'],
]);

/** One edit of those that typists make. Short words are too near to each other for most of them. */
export function isSlip(slip: string, word: string): boolean {
  return (
    (word.length >= 4 && isSwap(slip, word)) ||
    (word.length >= 5 && (isDoubling(slip, word) || isInnerLetter(slip, word))) ||
    (word.length >= 7 && isOtherVowel(slip, word))
  );
}

function isOnlyWordNear(slip: string, word: string): boolean {
  const isOther = (near: string): boolean =>
    near !== word && isSlip(slip, near) && (isPlainWord(near) || TURNING_WORDS.has(near));
  return !neighboursOf(slip).some(isOther);
}

/** Every text one letter more, one letter less, one other vowel or one swap away. */
function neighboursOf(slip: string): string[] {
  return [...slip, ''].flatMap((letter, i) => {
    const [head, tail] = [slip.slice(0, i), slip.slice(i + 1)];
    const longer = [...LETTERS].map(more => head + more + slip.slice(i));
    const vowels = VOWELS.includes(letter) ? [...VOWELS].map(vowel => head + vowel + tail) : [];
    return [head + tail, head + tail.slice(0, 1) + letter + tail.slice(1), ...longer, ...vowels];
  });
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const VOWELS = 'aeiou';

/** Two neighbouring letters have changed places. */
function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const i = firstDifference(a, b);
  return a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2);
}

/** A letter is doubled on one side and single on the other. */
function isDoubling(a: string, b: string): boolean {
  const [short, long] = byLength(a, b);
  const i = firstDifference(short, long);
  return isOneMore(short, long) && long[i] === long[i - 1];
}

/** One letter more or less, but not at the end, where it makes another form of a word. */
function isInnerLetter(a: string, b: string): boolean {
  const [short, long] = byLength(a, b);
  return isOneMore(short, long) && firstDifference(short, long) < short.length;
}

function isOneMore(short: string, long: string): boolean {
  const i = firstDifference(short, long);
  // Programs are called like a word with its first letter twice: ccache, ffind.
  const isFirstTwice = i === 1 && long[0] === long[1];
  return long.length === short.length + 1 && short.slice(i) === long.slice(i + 1) && !isFirstTwice;
}

function isOtherVowel(a: string, b: string): boolean {
  const i = firstDifference(a, b);
  const areVowels = [a, b].every(word => VOWELS.includes(word[i] ?? '-'));
  return a.length === b.length && areVowels && a.slice(i + 1) === b.slice(i + 1);
}

function byLength(a: string, b: string): [string, string] {
  return a.length <= b.length ? [a, b] : [b, a];
}

function firstDifference(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

/**
 * Words on which the meaning of a sentence turns: negations, duty and permission, quantity, order, opposites. An edit
 * that produces one of them is never a typo fix, even where the old word is not a word.
 */
export const TURNING_WORDS: ReadonlySet<string> = new Set(
  `
  no not nor none never neither without unless except excluding cannot nothing nobody nowhere hardly barely
  only just even also instead rather however although though despite
  must should shall may might can could would will mandatory
  allow allows allowed allowing disallow disallows disallowed forbid forbids forbidden deny denies denied permit permits
  permitted prohibit prohibits prohibited enable enables enabled disable disables disabled
  ignore ignores ignored ignoring disregard forget override overrides bypass bypasses skip skips avoid prevent prevents
  always first before after prior previous previously next then now later last final finally ever again every each all
  any some both either most least more less many few once until while during when whenever otherwise
  true false yes off null safe unsafe secure insecure trusted untrusted valid invalid public private internal external
  one two three four five six seven eight nine ten hundred thousand million half double twice
  `
    .trim()
    .split(/\s+/),
);
