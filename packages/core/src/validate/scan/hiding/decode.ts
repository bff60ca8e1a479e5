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
export const IS_LETTER = tableOf(LETTERS);
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

export function isIn(table: Uint8Array, text: string, i: number): boolean {
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

/** What the digest of the rule set covers of this page. */
export const DECODE_SOURCES: readonly string[] = [
  ...[HEX, DECIMAL, READABLE].map(({ source }) => source),
  `${SHORTEST} ${SHORTEST_HEX} ${SHORTEST_DECIMAL} ${SHORTEST_32}`,
];
