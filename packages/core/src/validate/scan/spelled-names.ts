import { runsOf, tableOf } from './hiding/decode.ts';
import { FIRST, hashOf, hashStep } from './literals/hashes.ts';
import { type Company, kindsOf, makeCanGive, readMeaning } from './meaning/read-meaning.ts';
import type { TextFinding } from './scan-text.ts';
import { SHORTEST_NAME } from './sentences.ts';

const NAME_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-';
const IN_NAMES = tableOf(NAME_LETTERS);
const FEWEST_WORDS = 4;
/** As many letters with something between them, or with capitals as every second one. */
const SHORTEST_ORDER = 2 * FEWEST_WORDS - 1;
/** What a name can order by itself. Names speak of calls, files and secrets for honest reasons. */
const ORDERS = new Set(['scan.override', 'scan.concealment']);

/** Orders spelled as names, such as `ignore_all_previous_instructions` or the same in camel case: a model reads them. */
export function findSpelledNames(text: string, runs: readonly number[], company: Company): TextFinding[] {
  const names: string[] = [];
  const wanting: string[] = [];
  for (let i = 0; i < runs.length; i += 2) {
    const start = runs[i] ?? 0;
    const end = runs[i + 1] ?? 0;
    if (!hasManyWords(text, start, end)) continue;
    const { mayOrder, mayWant } = lookAt(text, start, end);
    if (mayOrder) names.push(text.slice(start, end));
    if (mayWant && wants(text.slice(start, end))) wanting.push(text.slice(start, end));
  }
  return names.length + wanting.length === 0 ? [] : [...findOrders(names, company), ...wanting.map(asWanting)];
}

function findOrders(names: readonly string[], company: Company): TextFinding[] {
  if (names.length === 0) return [];
  return readMeaning(names.map(wordsOf).join('\n\n').toLowerCase(), company)
    .hits.filter(({ code }) => ORDERS.has(code))
    .map(({ code, evidence }) => ({ code, tier: 'review', says: 'This name spells an order', evidence }));
}

/** Contents, and of what: `content_from_reading_ssh_id_rsa`, which a model fills in as it is told by the name. */
const CONTENTS = 'content contents text texts full entire whole complete verbatim dump reading read'.split(' ');
const CONTENT_HASHES: ReadonlySet<number> = new Set(CONTENTS.map(hashOf));
/** The words that secrets begin with: a name without one is not looked at. */
const SECRETS =
  'ssh id env dotenv private conversation chat message browser browsing shell bash system passwords secrets credentials environment etc cookies';
const SECRET_HASHES: ReadonlySet<number> = new Set(SECRETS.split(' ').map(hashOf));
const OF_SECRETS =
  /\b(?:ssh|id (?:rsa|ed25519|ecdsa)|env file|dotenv|private keys?|(?:conversation|chat|message|browser|browsing|shell|bash) history|system (?:prompt|message)|passwords|secrets|credentials|environment variables|etc passwd|cookies)\b/;

function wants(name: string): boolean {
  const words = wordsOf(name).toLowerCase();
  return words.split(' ').some(word => CONTENTS.includes(word)) && OF_SECRETS.test(words);
}

function asWanting(evidence: string): TextFinding {
  return { code: 'scan.exfiltration', tier: 'review', says: 'This name asks for private things', evidence };
}

/** Where runs start and end that are long enough for such a name. */
export function nameRunsOf(text: string): number[] {
  return runsOf(text, IN_NAMES, SHORTEST_NAME);
}

/** Whether a name has as many words as an order. */
export function hasManyWords(text: string, start = 0, end = text.length): boolean {
  if (end - start < SHORTEST_ORDER) return false;
  let words = 1;
  let before = text.charCodeAt(start);
  for (let i = start + 1; i < end && words < FEWEST_WORDS; i++) {
    const code = text.charCodeAt(i);
    if ((isWord(code) && !isWord(before)) || (isUpper(code) && isWord(before) && !isUpper(before))) words++;
    before = code;
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

/** Whether the words of a name are of such kinds that they can order or want anything. Hardly ever are they. */
function lookAt(text: string, start: number, end: number): { readonly mayOrder: boolean; readonly mayWant: boolean } {
  let kinds = 0;
  let hasContent = false;
  let hasSecret = false;
  let hash = FIRST;
  let before = 0;
  for (let i = start; i <= end; i++) {
    const code = i < end ? text.charCodeAt(i) : 0;
    if (!isWord(code) || (isUpper(code) && isWord(before) && !isUpper(before))) {
      kinds |= kindsOf(hash);
      hasContent ||= CONTENT_HASHES.has(hash);
      hasSecret ||= SECRET_HASHES.has(hash);
      hash = FIRST;
    }
    if (isWord(code)) hash = hashStep(hash, isUpper(code) ? code + 32 : code);
    before = code;
  }
  isOrder ??= makeCanGive(ORDERS);
  return { mayOrder: isOrder(kinds), mayWant: hasContent && hasSecret };
}

function wordsOf(name: string): string {
  return name.replace(/([a-z0-9])(?=[A-Z])/g, '$1 ').replace(/[_.-]+/g, ' ');
}

/** What the digest of the rule set covers of this page. */
export const NAME_SOURCES: readonly string[] = [
  NAME_LETTERS,
  `${SHORTEST_NAME} ${FEWEST_WORDS}`,
  ...ORDERS,
  ...CONTENTS,
  OF_SECRETS.source,
];
