import { pointAt, prototypeOf } from '../base/index.ts';
import { rememberShort } from './remember-short.ts';

/** Letters that pass for Latin ones in running text although Unicode's table keeps them apart, and apostrophes. */
const EXTRA = new Map(
  [...'кмтвнпгιυκτηωɑıſ’ʼ‘‛′`´'].map((letter, i) => [letter, "kmtbhnriuktnwais'''''''"[i] ?? letter]),
);

/** Small capitals, which no table of Unicode folds, and letters in Braille. */
const STYLED = new Map([
  ...pairs('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnopqrstuvwyz'),
  ...pairs('⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵', 'abcdefghijklmnopqrstuvwxyz'),
  ...letters(0x1f170),
  ...letters(0x1f150),
  ...letters(0x1f1e6),
]);

function pairs(from: string, to: string): [string, string][] {
  return Array.from(from, (letter, i) => [letter, to[i] ?? letter]);
}

/** The Latin letters from a code point on: white on black squares and discs, and those that flags are made of. */
function letters(first: number): [string, string][] {
  return Array.from('abcdefghijklmnopqrstuvwxyz', (letter, i) => [String.fromCodePoint(first + i), letter]);
}

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
  return foldForeign(text).toLowerCase();
}

/** Everything beyond ASCII folded; ASCII stays as it is, so that names in camel case can still be told from words. */
export function foldForeign(text: string): string {
  const parts = text.length <= MOST_AT_ONCE ? [text] : partsOf(text);
  return parts.map(part => part.replace(BEYOND_ASCII, foldOften)).join('');
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

const foldOften = rememberShort(foldRun);

/** Marks fall away, so that a run can be folded without the letters around it. */
function foldRun(run: string): string {
  // Marks go first: sorting a long run of them, as normalising does, takes time that grows with its square.
  const bare = run.replace(UNSEEN, '').replace(LONG_WHEN_NORMAL, '\ufdfd').normalize('NFKD').replace(UNSEEN, '');
  // Lower case comes before look-alikes: a capital may look like another letter's small form.
  let latin = '';
  for (const letter of bare.toLowerCase()) {
    const prototype = EXTRA.get(letter) ?? STYLED.get(letter) ?? FILLERS.get(letter) ?? lookalikeOf(pointAt(letter, 0));
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
