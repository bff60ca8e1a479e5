/** A part of a pattern, with as much of it as tells which texts a match must hold. */
export type Part =
  /** One of these, and nothing else. */
  | { readonly type: 'texts'; readonly texts: readonly string[] }
  /** The edge of a word. */
  | { readonly type: 'edge' }
  /** Takes up no room, and is not looked into. */
  | { readonly type: 'look' }
  /** Anything; or any letter or digit; or anything that is in no word. */
  | { readonly type: 'gap'; readonly isLetter?: boolean; readonly isSign?: boolean }
  | { readonly type: 'choice'; readonly of: readonly Sequence[] }
  | { readonly type: 'repeat'; readonly part: Part; readonly least: number; readonly most: number };

export type Sequence = readonly Part[];

interface Cursor {
  readonly source: string;
  at: number;
}

/** Reads a pattern of the rules, which are written by us and compile: what is unusual becomes a gap. */
export function parsePattern(source: string): Part {
  return parseChoice({ source, at: 0 });
}

function parseChoice(cursor: Cursor): Part {
  const of = [parseSequence(cursor)];
  while (cursor.source[cursor.at] === '|') {
    cursor.at++;
    of.push(parseSequence(cursor));
  }
  return { type: 'choice', of };
}

function parseSequence(cursor: Cursor): Sequence {
  const parts: Part[] = [];
  while (cursor.at < cursor.source.length && !'|)'.includes(cursor.source[cursor.at] ?? ''))
    parts.push(parseRepeat(parseAtom(cursor), cursor));
  return parts;
}

const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;
const RANGES: Readonly<Record<string, readonly [least: number, most: number]>> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
};

function parseRepeat(part: Part, cursor: Cursor): Part {
  if (!'*+?{'.includes(cursor.source[cursor.at] ?? '.')) return part;
  const found = take(QUANTIFIER, cursor);
  if (found === null) return part;
  const [, sign = '', from = '', comma, to = ''] = found;
  const upTo = to === '' ? Number.POSITIVE_INFINITY : Number(to);
  const [least, most] = RANGES[sign] ?? [Number(from), comma === '' ? Number(from) : upTo];
  return { type: 'repeat', part, least, most };
}

const OPENING = /\((?:\?(?:[:]|<[a-z]+>|(<?[=!])))?/y;
const CLASS = /\[(\^?)((?:\\u[0-9a-f]{4}|\\.|[^\]\\])*)\]/y;
const ESCAPE = /\\(u[0-9a-f]{4}|.)/y;

/** Letters in a row, without the last one where it is repeated. */
const LETTERS = /[a-z0-9 _'"`,:/=@~-]+(?![*+?{])/y;

/** No letter before: where one follows, a word starts. */
const NO_LETTER = /^\(\?<!\[(?:a-z0-9_|\\w)[^\]]*\]\)$/;

function parseAtom(cursor: Cursor): Part {
  const letters = take(LETTERS, cursor);
  if (letters !== null) return { type: 'texts', texts: [letters[0]] };
  const from = cursor.at;
  const group = take(OPENING, cursor);
  if (group !== null) {
    const inner = parseChoice(cursor);
    cursor.at++;
    if (group[1] === undefined) return inner;
    return group[1] === '<!' && NO_LETTER.test(cursor.source.slice(from, cursor.at))
      ? { type: 'edge' }
      : { type: 'look' };
  }
  const set = take(CLASS, cursor);
  if (set !== null) return set[1] === '' ? partOfClass(set[2] ?? '') : { type: 'gap', isSign: set[2] === '\\w' };
  const escaped = take(ESCAPE, cursor);
  if (escaped !== null) return partOfEscape(escaped[1] ?? '');
  const character = cursor.source[cursor.at++] ?? '';
  // A word that stands there has its edge there.
  if (character === '^' || character === '$') return { type: 'edge' };
  return character === '.' ? { type: 'gap' } : textOf(character);
}

function take(sticky: RegExp, cursor: Cursor): RegExpExecArray | null {
  sticky.lastIndex = cursor.at;
  const found = sticky.exec(cursor.source);
  if (found !== null) cursor.at = sticky.lastIndex;
  return found;
}

const MOST_IN_CLASS = 6;
const LETTERS_ONLY = /^(?:[a-z]-[a-z]|0-9)+$/;
/** White space and signs, with no range between them. */
const SIGNS_ONLY = /^(?:\\s|\\[^a-z0-9]|[^\w\\-])+-?$/;

/** A few characters; ranges and classes inside are gaps. */
function partOfClass(inside: string): Part {
  const characters = inside.replace(/\\([^a-z0-9])/g, '$1');
  const isPlain = !/\\|.-./.test(inside) && characters.length <= MOST_IN_CLASS;
  if (isPlain && isAscii(characters)) return { type: 'texts', texts: [...characters] };
  return { type: 'gap', isLetter: LETTERS_ONLY.test(inside), isSign: SIGNS_ONLY.test(inside) };
}

function partOfEscape(sign: string): Part {
  if (sign === 'b') return { type: 'edge' };
  return /^[a-z0-9]/i.test(sign) ? { type: 'gap', isSign: sign === 's' || sign === 'W' } : textOf(sign);
}

/** Letters beyond ASCII are not looked for. */
function textOf(character: string): Part {
  return isAscii(character) ? { type: 'texts', texts: [character] } : { type: 'gap' };
}

function isAscii(text: string): boolean {
  return /^[\u0000-\u007f]*$/.test(text);
}
