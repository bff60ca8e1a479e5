import { pointAt, prototypeOf } from '../base/index.ts';
import { rememberShort } from './remember-short.ts';

/** Letters that pass for Latin ones in running text although Unicode's table keeps them apart, and apostrophes. */
const EXTRA = new Map(
  [...'кмтвнпгιυκτηωɑıſ’ʼ‘‛′`´'].map((letter, i) => [letter, "kmtbhnriuktnwais'''''''"[i] ?? letter]),
);

/** What looks like a space or a line break, and what only fills a line. */
const FILLERS = new Map([
  ['\u0085', '\n'],
  ['\u2800', ' '],
  ['\ufffc', ''],
  ['\u0640', ''],
]);

const UNSEEN = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Cn}\p{Co}\p{Cs}]/gu;
/** These two become 18 and 8 letters, none of them Latin: what is read would be many times as long as what is there. */
const LONG_WHEN_NORMAL = /[\ufdfa\ufdfb]/g;
const BEYOND_ASCII = /[^\u0000-\u007f]+/g;

/**
 * Text as a model may take it: compatibility forms, accents, invisible characters and look-alike letters folded, white
 * space as one space, lower case.
 */
export function foldText(text: string, texture = textureOf(text)): string {
  if (texture === 'tidy') return text.toLowerCase();
  return (texture === 'foreign' ? foldLetters(text) : text.toLowerCase()).replace(/[^\S ]\s*| \s+/g, ' ');
}

/** The same with white space as it stands. Only what lies beyond ASCII costs anything. */
export function foldLetters(text: string): string {
  const parts = text.length <= MOST_AT_ONCE ? [text] : partsOf(text);
  return parts
    .map(part => part.replace(BEYOND_ASCII, foldOften))
    .join('')
    .toLowerCase();
}

/** A pattern that runs over millions of letters in one go can exhaust the stack that engines keep for patterns. */
const MOST_AT_ONCE = 1_000_000;

/** Pairs of surrogates stay together; nothing else that stands side by side is folded together. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    const isCutAmidPair = pointAt(text, start + MOST_AT_ONCE - 1) > 0xffff;
    const end = start + MOST_AT_ONCE + (isCutAmidPair ? 1 : 0);
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

/** A text with its letters folded, and the same with its own letters: lower case, and nothing invisible. */
export interface Folded {
  readonly folded: string;
  readonly soft: string;
}

/** Both at once: the text is taken apart once, and what is ASCII in it is the same in both. */
export function foldBoth(text: string): Folded {
  const lower = lowerInPlace(text);
  const folded: string[] = [];
  const soft: string[] = [];
  let from = 0;
  for (let start = nextBeyond(text, 0); start < text.length; ) {
    const end = endBeyond(text, start);
    const run = text.slice(start, end);
    folded.push(lower.slice(from, start), foldOften(run));
    const letter = standsOnLetter(run) ? Math.max(from, start - 1) : start;
    soft.push(lower.slice(from, letter), softOften(lower.slice(letter, start) + run));
    from = end;
    start = nextBeyond(text, end);
  }
  const rest = lower.slice(from);
  // Joined in one go: what is added to a string later makes each of its letters slower to read.
  return { folded: [...folded, rest].join(''), soft: [...soft, rest].join('') };
}

/** Where the next character beyond ASCII stands, and where ASCII goes on. */
function nextBeyond(text: string, from: number): number {
  let i = from;
  while (i < text.length && text.charCodeAt(i) < 128) i++;
  return i;
}

function endBeyond(text: string, from: number): number {
  let i = from;
  while (i < text.length && text.charCodeAt(i) > 127) i++;
  return i;
}

/** Whether a run may start with a mark, which stands on the letter before it: not one of letters, dashes, quotes, arrows. */
function standsOnLetter(run: string): boolean {
  const code = run.charCodeAt(0);
  const isLetter = code > 0xa0 && code < 0x300 && code !== SOFT_HYPHEN;
  const isSign = (code > 0x200f && code < 0x2028) || (code > 0x218f && code < 0x2c00);
  return !isLetter && !isSign;
}

/** Cannot be seen, so that a mark behind it stands on the letter too. */
const SOFT_HYPHEN = 0xad;

/** In lower case with every letter in its place: one capital of Turkish would become two characters. */
function lowerInPlace(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, run => run.toLowerCase());
}

const foldOften = rememberShort(foldRun);
const softOften = rememberShort(softRun);

function softRun(run: string): string {
  return run
    .replace(/\p{Default_Ignorable_Code_Point}|(\p{M}{4})\p{M}+/gu, '$1')
    .replace(LONG_WHEN_NORMAL, '\ufdfd')
    .normalize('NFKC')
    .toLowerCase();
}

/** Marks fall away, so that a run can be folded without the letters around it. */
function foldRun(run: string): string {
  // Marks go first: sorting a long run of them, as normalising does, takes time that grows with its square.
  const bare = run.replace(UNSEEN, '').replace(LONG_WHEN_NORMAL, '\ufdfd').normalize('NFKD').replace(UNSEEN, '');
  // Lower case comes before look-alikes: a capital may look like another letter's small form.
  let latin = '';
  for (const letter of bare.toLowerCase()) {
    const prototype = EXTRA.get(letter) ?? FILLERS.get(letter) ?? lookalikeOf(pointAt(letter, 0));
    latin += prototype !== undefined && isAscii(prototype) ? prototype.toLowerCase() : letter;
  }
  return latin;
}

/** A Latin letter is itself: Unicode's table would have "m" look like "rn". Digits and bars that came out of others are letters. */
function lookalikeOf(point: number): string | undefined {
  return point >= 0x61 && point <= 0x7a ? undefined : prototypeOf(point);
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

/** Printable ASCII with single spaces; the same with other white space; or anything else. */
export type Texture = 'tidy' | 'plain' | 'foreign';

/** A plain loop, because every text is asked and most are tidy. */
export function textureOf(text: string): Texture {
  let texture: Texture = 'tidy';
  let last = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 126) return 'foreign';
    if (code <= 32) {
      if (code < 32 && code !== 10 && code !== 13 && code !== 9) return 'foreign';
      if (code !== 32 || last === 32) texture = 'plain';
    }
    last = code;
  }
  return texture;
}

const NOT_PLAIN = /[^\t\n\r -~]/;

/** Whether the texture of a text is foreign. Quicker than to ask for the texture where the text is long. */
export function isForeign(text: string): boolean {
  return NOT_PLAIN.test(text);
}

/** What the digest of the rule set covers of this page. */
export const FOLD_SOURCES: readonly string[] = [
  ...Array.from([...EXTRA, ...FILLERS], ([letter, as]) => `${letter} ${as}`),
  UNSEEN.source,
  LONG_WHEN_NORMAL.source,
];
