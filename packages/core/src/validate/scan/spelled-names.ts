import { runsOf, tableOf } from './hiding/decode.ts';
import { FIRST, hashStep } from './literals/hashes.ts';
import { type Company, kindsOf, makeGate, readMeaning } from './meaning/read-meaning.ts';
import type { TextFinding } from './scan-text.ts';
import { SHORTEST_NAME } from './sentences.ts';

const NAME_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-';
const IN_NAMES = tableOf(NAME_LETTERS);
const FEWEST_WORDS = 4;
/** What a name can order by itself. Names speak of calls, files and secrets for honest reasons. */
const ORDERS = new Set(['scan.override', 'scan.concealment']);

/** Orders spelled as names, such as `ignore_all_previous_instructions` or the same in camel case: a model reads them. */
export function findSpelledNames(runs: readonly string[], company: Company): TextFinding[] {
  const names = runs.filter(name => hasManyWords(name) && mayOrder(name));
  if (names.length === 0) return [];
  return readMeaning(names.map(wordsOf).join('\n\n').toLowerCase(), company)
    .hits.filter(({ code }) => ORDERS.has(code))
    .map(({ code, evidence }) => ({ code, tier: 'review', says: 'This name spells an order', evidence }));
}

/** The runs of a text that are long enough for such a name. */
export function nameRunsOf(text: string): string[] {
  return runsOf(text, IN_NAMES, SHORTEST_NAME);
}

/** Whether a name has as many words as an order. */
export function hasManyWords(name: string): boolean {
  let words = 1;
  for (let i = 1; i < name.length && words < FEWEST_WORDS; i++) {
    const before = name.charCodeAt(i - 1);
    const code = name.charCodeAt(i);
    if ((isWord(code) && !isWord(before)) || (isUpper(code) && isWord(before) && !isUpper(before))) words++;
  }
  return words >= FEWEST_WORDS;
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isWord(code: number): boolean {
  return isUpper(code) || (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

// Made when first asked for, as the rules are.
let isOrder: ((mask: number) => boolean) | undefined;

/** Whether the words of a name are of such kinds that they can order anything. Hardly ever are they. */
function mayOrder(name: string): boolean {
  let kinds = 0;
  let hash = FIRST;
  for (let i = 0; i <= name.length; i++) {
    const code = name.charCodeAt(i);
    if (!isWord(code) || (isUpper(code) && isWord(name.charCodeAt(i - 1)) && !isUpper(name.charCodeAt(i - 1)))) {
      kinds |= kindsOf(hash);
      hash = FIRST;
    }
    if (isWord(code)) hash = hashStep(hash, isUpper(code) ? code + 32 : code);
  }
  isOrder ??= makeGate(ORDERS);
  return isOrder(kinds);
}

function wordsOf(name: string): string {
  return name.replace(/([a-z0-9])(?=[A-Z])/g, '$1 ').replace(/[_.-]+/g, ' ');
}

/** What the digest of the rule set covers of this page. */
export const NAME_SOURCES: readonly string[] = [NAME_LETTERS, `${SHORTEST_NAME} ${FEWEST_WORDS}`, ...ORDERS];
