import { WORDS } from './words.gen.ts';

/** Whether this is a plain word that descriptions of tools use. What is not listed may be a word all the same. */
export function isPlainWord(word: string): boolean {
  return PLAIN_WORDS.has(word);
}

/** Whether this may be a word, and not a slip: a listed one, a form of it, one with a prefix, or two in one. */
export function mayBeWord(word: string): boolean {
  return isPlainWord(word) || isForm(word) || isPrefixed(word) || isCompound(word);
}

const PLAIN_WORDS = unpack(WORDS);

/** Each word is the number of letters it shares with the word before, and the letters that follow. */
function unpack(packed: string): ReadonlySet<string> {
  let last = '';
  return new Set(
    [...packed.matchAll(/([0-9])([a-z]+)/g)].map(([, shared, rest]) => {
      last = last.slice(0, Number(shared)) + rest;
      return last;
    }),
  );
}

const ENDINGS = [
  's',
  'd',
  'r',
  'es',
  'ed',
  'er',
  'ers',
  'rs',
  'ly',
  'ing',
  'able',
  'ness',
  'less',
  'ful',
  'ment',
  'al',
];
const PREFIXES = ['un', 're', 'de', 'dis', 'pre', 'sub', 'non', 'mis', 'over', 'under', 'out', 'inter', 'co', 'up'];

function isForm(word: string): boolean {
  return ENDINGS.some(ending => word.endsWith(ending) && stemsOf(word.slice(0, -ending.length)).some(isPlainWord));
}

/** `moving` comes from `move`, `planner` from `plan`, `tidied` and `tidier` from `tidy`. */
function stemsOf(cut: string): string[] {
  const isDoubled = cut.length > 1 && cut.at(-1) === cut.at(-2);
  return [
    cut,
    `${cut}e`,
    ...(isDoubled ? [cut.slice(0, -1)] : []),
    ...(cut.endsWith('i') ? [`${cut.slice(0, -1)}y`] : []),
  ];
}

function isPrefixed(word: string): boolean {
  return PREFIXES.some(prefix => {
    const rest = word.slice(prefix.length);
    return word.startsWith(prefix) && (isPlainWord(rest) || isForm(rest));
  });
}

function isCompound(word: string): boolean {
  for (let i = 5; i <= word.length - 5; i++) {
    if (isPlainWord(word.slice(0, i)) && isPlainWord(word.slice(i))) return true;
  }
  return false;
}
