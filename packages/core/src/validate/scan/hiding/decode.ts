/** A part of a text that says something else once it is decoded. */
export interface Decoded {
  readonly how:
    | 'base64'
    | 'hexadecimal'
    | 'percent-encoding'
    | 'character references'
    | 'escapes'
    | 'spaced letters'
    | 'split words';
  readonly text: string;
}

// Bounded, because one match of millions of characters overflows the stack: a longer run is judged in pieces.
const LONGEST_PIECE = 4096;
const HEX = /(?:(?:0x|\\x)?[0-9a-f]{2}[\s:,]{0,2}){16,2048}/gi;
const READABLE = /[\t\n\r -~]{16,}/g;
/** Base64 digits of 16 characters, the shortest text that can order anything. */
const SHORTEST = 22;
const SHORTEST_HEX = 32;

/** Everything in a text that can be read as the code of a longer text. */
export function decodeRuns(text: string): Decoded[] {
  const { runs, hexRuns } = findCode(text);
  return [
    ...hexRuns.flatMap(run => run.match(HEX) ?? []).flatMap(run => readable('hexadecimal', decodeHex(run))),
    ...runs.flatMap(run => decodeBase64(run).flatMap(found => readable('base64', found))),
  ];
}

/** Whether a text can hold code at all: one long word, or many short ones in a row. */
export function mayHoldCode(text: string): boolean {
  const { runs, hexRuns } = findCode(text);
  return hexRuns.length > 0 || runs.length > 0;
}

const IS_BASE64 = new Uint8Array(128);
const IS_HEX = new Uint8Array(128);
for (const digit of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-')
  IS_BASE64[digit.charCodeAt(0)] = 1;
for (const digit of '0123456789abcdefABCDEFxX\\:, \t\n\r') IS_HEX[digit.charCodeAt(0)] = 1;

/** Long runs of base64 digits, and of what spells bytes. A plain loop: every text is asked. */
function findCode(text: string): { runs: string[]; hexRuns: string[] } {
  const runs: string[] = [];
  const hexRuns: string[] = [];
  let start = 0;
  let hexStart = 0;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 127;
    if (code > 127 || IS_HEX[code] === 0) {
      if (i - hexStart >= SHORTEST_HEX) hexRuns.push(text.slice(hexStart, i));
      hexStart = i + 1;
    }
    const isDigit = code < 128 && IS_BASE64[code] === 1;
    if (isDigit && i - start < LONGEST_PIECE) continue;
    if (i - start >= SHORTEST) runs.push(text.slice(start, i));
    start = isDigit ? i : i + 1;
  }
  return { runs, hexRuns };
}

function decodeHex(run: string): string {
  const digits = run.replace(/0x|[^0-9a-f]/gi, '');
  return digits.replace(/../g, pair => String.fromCharCode(Number.parseInt(pair, 16)));
}

/** From each of four starts: letters that stand before the code, as in a path, must not throw it out of step. */
function decodeBase64(run: string): string[] {
  const standard = run.replaceAll('-', '+').replaceAll('_', '/');
  return [0, 1, 2, 3].map(skip => {
    const digits = standard.slice(skip);
    // 4n+1 digits cannot be base64; the last one belongs to something else.
    return atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits);
  });
}

/** Random bytes are hardly ever readable for long; UTF-16, which PowerShell takes, is once its zeros are gone. */
function readable(how: Decoded['how'], decoded: string): Decoded[] {
  return (decoded.replaceAll('\0', '').match(READABLE) ?? []).map(text => ({ how, text }));
}

const PERCENT = /%[0-9a-f]{2}/gi;
const REFERENCE = /&#(?:x([0-9a-f]{2,6})|([0-9]{2,7}));?/gi;
const ESCAPE = /\\(?:u\{([0-9a-f]{2,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2}))/gi;
const SPACED = /(?:^|[^a-z0-9])((?:[a-z0-9][ ._*|/-]){7,400}[a-z0-9])(?![a-z0-9])/gi;
const SPLIT = /([a-z])(?:\*{1,3}|~~|<\/?[a-z]{1,10}>|\[\]\(\)|<!---->)([a-z])/gi;

/** The text around each place that spells letters in another way, once more as it reads. */
export function decodeSpelling(text: string): Decoded[] {
  return [
    ...respelled('percent-encoding', text, '%', PERCENT, 6, found => fromHex(found.slice(1))),
    ...respelled('character references', text, '&#', REFERENCE, 4, (_, hex, decimal) =>
      hex === undefined ? fromCode(Number(decimal)) : fromHex(hex),
    ),
    ...respelled('escapes', text, '\\', ESCAPE, 6, (_, a, b, c) => fromHex(a ?? b ?? c ?? '')),
    ...respelled('split words', text, '', SPLIT, 1, (_, before, after) => `${before}${after}`),
    ...spacedLetters(text),
  ];
}

type Respell = (found: string, ...groups: (string | undefined)[]) => string;

const AROUND = 200;

function respelled(
  how: Decoded['how'],
  text: string,
  mark: string,
  pattern: RegExp,
  least: number,
  respell: Respell,
): Decoded[] {
  if (!text.includes(mark)) return [];
  const places = Array.from(text.matchAll(pattern), ({ index }) => index);
  if (places.length < least) return [];
  return windowsOf(places, text).map(window => ({ how, text: window.replace(pattern, respell) }));
}

/** Stretches of the text around the places, those that touch as one. */
function windowsOf(places: readonly number[], text: string): string[] {
  const windows: string[] = [];
  let start = -1;
  let end = -1;
  for (const place of [...places, Number.POSITIVE_INFINITY]) {
    if (start >= 0 && place - AROUND <= end) end = place + AROUND;
    else {
      if (end >= 0) windows.push(text.slice(start, end));
      start = Math.max(0, place - AROUND);
      end = place + AROUND;
    }
  }
  return windows;
}

function spacedLetters(text: string): Decoded[] {
  if (!hasSingles(text)) return [];
  return Array.from(text.matchAll(SPACED), ([, run = '']) => ({
    how: 'spaced letters',
    // Two separators in a row stand between words.
    text: run.replace(/[ ._*|/-]/g, ''),
  }));
}

const IS_GAP = new Uint8Array(128);
for (const gap of ' ._*|/-') IS_GAP[gap.charCodeAt(0)] = 1;

/** Whether seven letters in a row stand alone. */
function hasSingles(text: string): boolean {
  let last = 0;
  let singles = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127 || IS_GAP[code] === 0) continue;
    singles = i - last === 2 ? singles + 1 : 0;
    last = i;
    if (singles >= 6) return true;
  }
  return false;
}

function fromHex(digits: string): string {
  return fromCode(Number.parseInt(digits, 16));
}

function fromCode(code: number): string {
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';
}

/** What the digest of the rule set covers of this page. */
export const DECODE_SOURCES: readonly string[] = [
  ...[HEX, READABLE, PERCENT, REFERENCE, ESCAPE, SPACED, SPLIT].map(({ source }) => source),
  `${SHORTEST} ${SHORTEST_HEX}`,
];
