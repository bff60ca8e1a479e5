import { pointAt, prototypeOf } from '../base/index.ts';

/** Letters that look Latin in running text but are not in Unicode's confusables table, and apostrophes. */
const EXTRA = new Map(
  [...'кмтвнпгιυκτηωɑıſ’ʼ‘‛′`´'].map((letter, i) => [letter, "kmtbhnriuktnwais'''''''"[i] ?? letter]),
);

/** Small capitals, which no Unicode table folds, Braille, and letters in squares and circles. */
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

/** The Latin letters that start at a code point: squared, circled and regional indicator letters. */
function letters(first: number): [string, string][] {
  return Array.from('abcdefghijklmnopqrstuvwxyz', (letter, i) => [String.fromCodePoint(first + i), letter]);
}

/** Characters that look like a space or a line break, and fillers. */
const FILLERS = new Map([
  ['\u0085', '\n'],
  ['\u2800', ' '],
  ['\ufffc', ''],
  ['\u0640', ''],
]);

const UNSEEN = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Cn}\p{Co}\p{Cs}]/gu;
/** NFKD expands these two ligatures to 18 and 8 letters, none of them Latin. */
const LONG_WHEN_NORMAL = /[\ufdfa\ufdfb]/g;
const BEYOND_ASCII = /[^\u0000-\u007f]+/g;

/** Text as a model may read it: accents, styled, invisible and look-alike letters folded, one space, lower case. */
export function foldText(text: string): string {
  return foldLetters(text).replace(/\s+/g, ' ');
}

/** The same with white space unchanged. */
export function foldLetters(text: string): string {
  return foldForeign(text).toLowerCase();
}

/** Folds everything beyond ASCII. ASCII keeps its case, so that camel case names can still be split. */
export function foldForeign(text: string): string {
  const parts = text.length <= MAX_CHUNK ? [text] : partsOf(text);
  return parts.map(part => part.replace(BEYOND_ASCII, foldRun)).join('');
}

/** A regular expression over millions of letters can exhaust the stack of the engine. */
const MAX_CHUNK = 1_000_000;

/** Cuts between characters: surrogate pairs stay together. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    const isCutAmidPair = pointAt(text, start + MAX_CHUNK - 1) > 0xffff;
    const end = start + MAX_CHUNK + (isCutAmidPair ? 1 : 0);
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

/** Marks are removed, so a run can be folded without its neighbors. */
function foldRun(run: string): string {
  // Remove marks first: normalization sorts runs of marks in quadratic time.
  const bare = run.replace(UNSEEN, '').replace(LONG_WHEN_NORMAL, '\ufdfd').normalize('NFKD').replace(UNSEEN, '');
  // Lower case first: a capital may look like the small form of another letter.
  let latin = '';
  for (const letter of bare.toLowerCase()) {
    const prototype = EXTRA.get(letter) ?? STYLED.get(letter) ?? FILLERS.get(letter) ?? lookalikeOf(pointAt(letter, 0));
    latin += prototype !== undefined && /^[\x00-\x7f]*$/.test(prototype) ? prototype.toLowerCase() : letter;
  }
  return latin;
}

/** Latin letters stay: Unicode's table maps "m" to "rn". */
function lookalikeOf(point: number): string | undefined {
  return point >= 0x61 && point <= 0x7a ? undefined : prototypeOf(point);
}
