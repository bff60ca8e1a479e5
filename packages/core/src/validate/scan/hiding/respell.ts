import { type Decoded, decodeRuns, IS_LETTER, isIn } from './decode.ts';

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
export const RESPELL_SOURCES: readonly string[] = [
  ...[PERCENT, REFERENCE, ESCAPE].map(({ pattern }) => pattern.source),
  ...[SPACED, SPACED_WORDS, SPLIT, LEET].map(({ source }) => source),
  `${FEWEST_SPELLED} ${MUCH_SPELLED} ${FEWEST_SPACES}`,
  ...Array.from(LETTER_FOR, pair => pair.join(' ')),
];
