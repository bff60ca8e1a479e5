/** A part of a text that says something else once it is decoded. */
export interface Decoded {
  readonly how:
    | 'base64'
    | 'base32'
    | 'hexadecimal'
    | 'decimal codes'
    | 'percent-encoding'
    | 'character references'
    | 'escapes'
    | 'spaced letters'
    | 'spaced words'
    | 'digits for letters'
    | 'split words';
  readonly text: string;
  /** Whether so much of the text was spelled that it is no accident. */
  readonly isMuch?: boolean;
}

// Bounded, because one match of millions of characters overflows the stack: a longer run is judged in pieces.
const LONGEST_PIECE = 4096;
const HEX = /(?:(?:0x|\\x|u\+00|=)?[0-9a-f]{2}[\s:,-]{0,2}){16,2048}/gi;
/** The codes of readable ASCII, one after another. */
const DECIMAL = /(?:(?:0?(?:9|1[03]|3[2-9]|[4-9]\d)|1[01]\d|12[0-6])(?:[\s,;-]{1,2}|$)){16,2048}/g;
const READABLE = /[\t\n\r -~]{16,}/g;
/** Base64 digits of 16 characters, the shortest text that can order anything. */
const SHORTEST = 22;
const SHORTEST_HEX = 32;
const SHORTEST_DECIMAL = 32;
/** The same in base32. */
const SHORTEST_32 = 26;

/** Everything in a text that can be read as the code of a longer text. */
export function decodeRuns(text: string): Decoded[] {
  return [...decodeHexRuns(text), ...decodeBase64Runs(text, base64RunsOf(text))];
}

/** What reads as the bytes of a longer text. */
export function decodeHexRuns(text: string): Decoded[] {
  const hex = cut(text, runsOf(text, IS_HEX, SHORTEST_HEX)).flatMap(run => run.match(HEX) ?? []);
  const decimal = cut(text, runsOf(text, IS_DECIMAL, SHORTEST_DECIMAL)).flatMap(run => run.match(DECIMAL) ?? []);
  return [
    ...hex.flatMap(run => readable('hexadecimal', decodeHex(run))),
    ...decimal.flatMap(run => readable('decimal codes', decodeDecimal(run))),
  ];
}

/** What long runs of base64 digits read as; names and paths, which most of them are, are not even cut out. */
export function decodeBase64Runs(text: string, runs: readonly number[]): Decoded[] {
  const readables: number[] = [];
  const of32: string[] = [];
  for (let i = 0; i < runs.length; i += 2) {
    const start = runs[i] ?? 0;
    const end = runs[i + 1] ?? 0;
    if (STARTS.some(skip => mayBeReadable(text, start + skip, end))) readables.push(start, end);
    const run = text.slice(start, end);
    for (const digits of cut(run, runsOf(run, IS_BASE32, SHORTEST_32))) of32.push(digits);
  }
  return [
    ...cut(text, readables)
      .flatMap(piecesOf)
      .flatMap(run => decodeBase64(run).flatMap(found => readable('base64', found))),
    ...of32.flatMap(piecesOf).flatMap(run => STARTS_32.flatMap(skip => readable('base32', decodeBase32(run, skip)))),
  ];
}

/** The runs of base64 digits that can be code. */
export function base64RunsOf(text: string): number[] {
  return runsOf(text, IS_BASE64, SHORTEST);
}

/** Whether a text can hold code at all: one long word, or many short ones in a row. */
export function mayHoldCode(text: string): boolean {
  return runsOf(text, IS_HEX, SHORTEST_HEX).length > 0 || base64RunsOf(text).length > 0;
}

const DIGITS_OF_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const IS_LETTER = tableOf(LETTERS);
const IS_BASE64 = tableOf(`${LETTERS}0123456789+/_-`);
const IS_BASE32 = tableOf(`${DIGITS_OF_32}${DIGITS_OF_32.toLowerCase()}`);
const IS_HEX = tableOf('0123456789abcdefABCDEFxXuU+=\\:,- \t\n\r');
const IS_DECIMAL = tableOf('0123456789,;- \t\n\r');

/** Which characters of ASCII are among these. */
export function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}

/** Where runs of such characters start and end, one after another. Looked at from where one would end, so that most characters are never looked at. */
export function runsOf(text: string, table: Uint8Array, shortest: number): number[] {
  const runs: number[] = [];
  let from = 0;
  for (let last = shortest - 1; last < text.length; last = from + shortest - 1) {
    let start = last;
    while (start >= from && isIn(table, text, start)) start--;
    if (start >= from) {
      from = start + 1;
      continue;
    }
    let end = last + 1;
    while (isIn(table, text, end)) end++;
    runs.push(from, end);
    from = end + 1;
  }
  return runs;
}

/** The stretches of a text between starts and ends, which take turns. */
function cut(text: string, places: readonly number[]): string[] {
  const parts: string[] = [];
  for (let i = 0; i < places.length; i += 2) parts.push(text.slice(places[i], places[i + 1]));
  return parts;
}

function isIn(table: Uint8Array, text: string, i: number): boolean {
  // Asked for a place outside the text, an engine would have to be ready for what is no number, at every place.
  if (i < 0 || i >= text.length) return false;
  const code = text.charCodeAt(i);
  return code < 128 && table[code] === 1;
}

function piecesOf(run: string): string[] {
  if (run.length <= LONGEST_PIECE) return [run];
  const pieces: string[] = [];
  for (let at = 0; at + SHORTEST <= run.length; at += LONGEST_PIECE) pieces.push(run.slice(at, at + LONGEST_PIECE));
  return pieces;
}

function decodeHex(run: string): string {
  const digits = run.replace(/0x|u\+00|[^0-9a-f]/gi, '');
  return digits.replace(/../g, pair => String.fromCharCode(Number.parseInt(pair, 16)));
}

function decodeDecimal(run: string): string {
  return run.replace(/(\d+)\D*/g, (_, code: string) => String.fromCharCode(Number(code)));
}

/** Letters that stand before the code must not throw it out of step: eight digits are five bytes. */
const STARTS_32 = [0, 1, 2, 3, 4, 5, 6, 7];

function decodeBase32(run: string, skip: number): string {
  let decoded = '';
  let bits = 0;
  let width = 0;
  for (const digit of run.slice(skip).toUpperCase()) {
    bits = ((bits << 5) | DIGITS_OF_32.indexOf(digit)) & 0xfff;
    width += 5;
    if (width < 8) continue;
    width -= 8;
    decoded += String.fromCharCode((bits >> width) & 0xff);
  }
  return decoded;
}

/** From each of four starts: letters that stand before the code, as in a path, must not throw it out of step. */
function decodeBase64(run: string): string[] {
  const starts = STARTS.filter(skip => mayBeReadable(run, skip, run.length));
  if (starts.length === 0) return [];
  const standard = run.replaceAll('-', '+').replaceAll('_', '/');
  return starts.map(skip => {
    const digits = standard.slice(skip);
    // 4n+1 digits cannot be base64; the last one belongs to something else.
    return atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits);
  });
}

const STARTS = [0, 1, 2, 3];
const VALUE_OF = new Uint8Array(128);
for (const [value, digit] of [...`${LETTERS}0123456789+/`].entries()) VALUE_OF[digit.charCodeAt(0)] = value;
VALUE_OF['-'.charCodeAt(0)] = 62;
VALUE_OF['_'.charCodeAt(0)] = 63;
/** Which bit is the highest of a byte, in the first, second and third of four digits; the last digit has none. */
const HIGH_BIT = [32, 8, 2];
const FEWEST_LOW = 16;

/**
 * Whether sixteen bytes in a row are below 128, as those of readable text are. Names and paths hardly ever pass. Looked at
 * from where such a row would end, so that most digits are never looked at.
 */
function mayBeReadable(text: string, start: number, end: number): boolean {
  const bytes = 3 * ((end - start) >> 2) + Math.min((end - start) & 3, 3);
  let from = 0;
  for (let last = FEWEST_LOW - 1; last < bytes; last = from + FEWEST_LOW - 1) {
    let byte = last;
    while (byte >= from && isLow(text, start, byte)) byte--;
    if (byte < from) return true;
    from = byte + 1;
  }
  return false;
}

function isLow(text: string, start: number, byte: number): boolean {
  const group = Math.trunc(byte / 3);
  const digit = text.charCodeAt(start + byte + group);
  return ((VALUE_OF[digit] ?? 0) & (HIGH_BIT[byte - 3 * group] ?? 0)) === 0;
}

/** Random bytes are hardly ever readable for long; UTF-16, which PowerShell takes, is once its zeros are gone. */
function readable(how: Decoded['how'], decoded: string): Decoded[] {
  return (decoded.replaceAll('\0', '').match(READABLE) ?? []).map(text => ({ how, text }));
}

/** A way to spell letters, the characters that each use of it starts with, and the same pattern for one place. */
interface Spelling {
  readonly mark: string;
  readonly pattern: RegExp;
  readonly here: RegExp;
}

function spelling(mark: string, pattern: RegExp): Spelling {
  return { mark, pattern, here: new RegExp(pattern.source, 'iy') };
}

const PERCENT = spelling('%', /%[0-9a-f]{2}/gi);
/** Also where the ampersand was itself spelled, and with zeros before the number. */
const REFERENCE = spelling('&', /&(?:amp;){0,3}#(?:x0{0,16}([0-9a-f]{2,6})|0{0,16}([0-9]{2,7}));?/gi);
const ESCAPE = spelling('\\', /\\(?:u\{([0-9a-f]{2,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2}))/gi);
const SPACED = /(?:^|[^a-z0-9])((?:[a-z0-9][ ._*|/-]){7,400}[a-z0-9])(?![a-z0-9])/gi;
const SPLIT = /([a-z])(?:\*{1,3}|~~|<\/?[a-z]{1,10}>|\[\]\(\)|<!---->)([a-z])/gi;
/** The same at one place, without the letters; and what it can start with, which an engine skips to at the same speed always. */
const SPLITTER = /(?:\*{1,3}|~~|<\/?[a-z]{1,10}>|\[\]\(\)|<!---->)(?=[a-z])/iy;
const SPLITS = /[*~<[]/g;

/** One letter spelled in another way is an accident; two can be what parts an order. */
const FEWEST_SPELLED = 2;
/** As many as the shortest order has letters. */
const MUCH_SPELLED = 16;

/** What nobody reads as it stands. */
export const CODES: ReadonlySet<Decoded['how']> = new Set(['base64', 'base32', 'hexadecimal', 'decimal codes']);

/** What a decoded text says once it is decoded again: code in code, and percent signs that were spelled themselves. */
export function decodeTwice(decoded: readonly Decoded[]): Decoded[] {
  return decoded.flatMap(({ how, text }) => {
    if (CODES.has(how)) return decodeRuns(text);
    return how === 'percent-encoding' ? decodeSpelling(text).filter(again => again.how === how) : [];
  });
}

/** The text around each place that spells letters in another way, once more as it reads. */
export function decodeSpelling(text: string): Decoded[] {
  return [
    ...respelled('percent-encoding', text, PERCENT, FEWEST_SPELLED, found => fromHex(found.slice(1))),
    ...respelled('character references', text, REFERENCE, FEWEST_SPELLED, (_, hex, decimal) =>
      hex === undefined ? fromCode(Number(decimal)) : fromHex(hex),
    ),
    ...respelled('escapes', text, ESCAPE, FEWEST_SPELLED, (_, a, b, c) => fromHex(a ?? b ?? c ?? '')),
    ...splitWords(text),
  ];
}

type Respell = (found: string, ...groups: (string | undefined)[]) => string;

function respelled(how: Decoded['how'], text: string, as: Spelling, least: number, respell: Respell): Decoded[] {
  const places = placesOf(text, as);
  if (places.length < least) return [];
  return windowsOf(places, text).map(window => {
    let spelled = '';
    const decoded = window.replace(as.pattern, (...found: Parameters<Respell>) => {
      const character = respell(...found);
      spelled += character;
      return character;
    });
    return { how, text: decoded, isMuch: isMuchOf(decoded, spelled) };
  });
}

/** Whether at least half of the letters of a text were spelled, or most of its spaces: links and apostrophes are not. */
function isMuchOf(decoded: string, spelled: string): boolean {
  const letters = countOf(LETTER, spelled);
  const spaces = countOf(SPACE, spelled);
  return (
    (letters >= MUCH_SPELLED && 2 * letters >= countOf(LETTER, decoded)) ||
    (spaces >= FEWEST_SPACES && 3 * spaces >= 2 * countOf(SPACE, decoded))
  );
}

const LETTER = /[a-z]/gi;
const SPACE = / /g;
/** An order has at least so many words. */
const FEWEST_SPACES = 6;

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

function placesOf(text: string, { mark, here }: Spelling): number[] {
  const places: number[] = [];
  for (let i = text.indexOf(mark); i >= 0; ) {
    here.lastIndex = i;
    const isHere = here.test(text);
    if (isHere) places.push(i);
    i = text.indexOf(mark, isHere ? here.lastIndex : i + 1);
  }
  return places;
}

function splitWords(text: string): Decoded[] {
  const places: number[] = [];
  let end = 0;
  SPLITS.lastIndex = 0;
  while (SPLITS.test(text)) {
    const index = SPLITS.lastIndex - 1;
    SPLITTER.lastIndex = index;
    if (!SPLITTER.test(text)) continue;
    SPLITS.lastIndex = SPLITTER.lastIndex;
    // A letter belongs to one split alone.
    if (index - 1 < end || !isIn(IS_LETTER, text, index - 1)) continue;
    places.push(index - 1);
    end = SPLITTER.lastIndex + 1;
  }
  return windowsOf(places, text).map(window => ({ how: 'split words', text: window.replace(SPLIT, '$1$2') }));
}

const AROUND = 200;

/**
 * Stretches of the text around the places, those that touch as one. No sentence goes on over a blank line, and no stretch
 * does: what stands in the paragraph before, or in another text, must not lend a sentence its beginning.
 */
function windowsOf(places: readonly number[], text: string): string[] {
  const windows: string[] = [];
  let start = 0;
  let end = -1;
  for (const place of places) {
    const from = startOf(text, place);
    if (from > end) {
      if (end >= 0) windows.push(text.slice(start, end));
      start = from;
    }
    end = endOf(text, place);
  }
  return end < 0 ? windows : [...windows, text.slice(start, end)];
}

function startOf(text: string, place: number): number {
  const first = Math.max(0, place - AROUND);
  const blank = text.slice(first, place).lastIndexOf('\n\n');
  return blank < 0 ? first : first + blank + 2;
}

function endOf(text: string, place: number): number {
  const blank = text.slice(place, place + AROUND).indexOf('\n\n');
  return blank < 0 ? place + AROUND : place + blank;
}

/** A word with digits among its letters. */
const LEET = /(?<![a-z0-9_@$])(?=[0-9@$]*[a-z])[a-z0-9]*[013457@$][a-z0-9@$]*(?![a-z0-9_@$])/gi;
const LETTER_FOR = new Map([...'013457@$'].map((digit, i) => [digit, 'oieastas'[i] ?? digit]));

/** The text around words with digits for letters, once more in letters. */
export function decodeLeet(text: string): Decoded[] {
  const places = Array.from(text.matchAll(LEET), ({ index }) => index);
  const inLetters = (word: string): string => word.replace(/[013457@$]/g, digit => LETTER_FOR.get(digit) ?? digit);
  return windowsOf(places, text).map(window => ({ how: 'digits for letters', text: window.replace(LEET, inLetters) }));
}

/** What letters spell that stand apart: in one go, and in words where wider gaps part these. */
export function decodeSpaced(text: string): Decoded[] {
  const runs = text.replace(WIDE_GAP, ' ').matchAll(SPACED);
  const words = (text.match(SPACED_WORDS) ?? []).filter(stretch => /[\s._*|/-]{2}/.test(stretch));
  return [
    ...Array.from(runs, ([, run = '']): Decoded => ({ how: 'spaced letters', text: everySecond(run) })),
    ...words.map(
      (stretch): Decoded => ({ how: 'spaced words', text: stretch.replace(ONE_GAP, '$1').replace(GAPS, ' ') }),
    ),
  ];
}

const SPACED_WORDS = /(?<![a-z0-9])(?:[a-z0-9][\s._*|/-]{1,8}){7,400}[a-z0-9](?![a-z0-9])/gi;
const ONE_GAP = /([a-z0-9])[ ._*|/-](?=[a-z0-9])/gi;

const GAPS = /[._*|/-]{2,8}/g;

const WIDE_GAP = /[^\S ]\s*| \s+/g;

/** The letters of a run in which letters and gaps take turns; the pattern bounds its length. */
function everySecond(run: string): string {
  const codes: number[] = [];
  for (let i = 0; i < run.length; i += 2) codes.push(run.charCodeAt(i));
  return String.fromCharCode(...codes);
}

function fromHex(digits: string): string {
  return fromCode(Number.parseInt(digits, 16));
}

function fromCode(code: number): string {
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';
}

/** What the digest of the rule set covers of this page. */
export const DECODE_SOURCES: readonly string[] = [
  ...[HEX, DECIMAL, READABLE, PERCENT, REFERENCE, ESCAPE, SPACED, SPACED_WORDS, SPLIT, LEET].map(sourceOf),
  `${SHORTEST} ${SHORTEST_HEX} ${SHORTEST_DECIMAL} ${SHORTEST_32} ${FEWEST_SPELLED} ${MUCH_SPELLED} ${FEWEST_SPACES}`,
  ...Array.from(LETTER_FOR, pair => pair.join(' ')),
];

function sourceOf(rule: RegExp | Spelling): string {
  return rule instanceof RegExp ? rule.source : rule.pattern.source;
}
