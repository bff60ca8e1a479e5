import type { AST } from '@eslint-community/regexpp';

/** A set of code points as flat inclusive ranges, `[low, high, low, high, …]`, ascending and never touching. */
export type CharSet = readonly number[];

type OneCharacter = AST.Character | AST.CharacterClass | AST.CharacterSet | AST.ExpressionCharacterClass;

const LAST_CODE_POINT = 0x10ffff;
const DIGIT = [0x30, 0x39];
const WORD = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];
// ECMA-262 WhiteSpace and LineTerminator: the controls, then NBSP, the Zs category and the byte order mark.
const SPACE = [
  ...[0x09, 0x0d, 0x20, 0x20, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029],
  ...[0x202f, 0x202f, 0x205f, 0x205f, 0x3000, 0x3000, 0xfeff, 0xfeff],
];
const ASCII = [...Array(0x80).keys()];
const BEYOND_ASCII = [0x80, LAST_CODE_POINT];
const LINE_END = [0x0a, 0x0a, 0x0d, 0x0d, 0x2028, 0x2029];

export const ANY_CHARACTER: CharSet = [0, LAST_CODE_POINT];
/** Stands for the end of the text, and so overlaps with no character. */
export const END_OF_TEXT: CharSet = [LAST_CODE_POINT + 1, LAST_CODE_POINT + 1];

/** What one character of the text may be to match this node: exact for flag u without i, except for \p{…}. */
export function charSet(node: OneCharacter): CharSet {
  switch (node.type) {
    case 'Character':
      return [node.value, node.value];
    case 'CharacterSet':
      return escapeSet(node, 'possibly');
    case 'CharacterClass':
      return classSet(node);
    case 'ExpressionCharacterClass':
      return ANY_CHARACTER; // flag v only, which is never set
  }
}

export function overlaps(a: CharSet, b: CharSet): boolean {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (at(a, i + 1) < at(b, j)) i += 2;
    else if (at(b, j + 1) < at(a, i)) j += 2;
    else return true;
  }
  return false;
}

/** A set too wide becomes too narrow under negation, so there only the characters surely matched may be taken away. */
type Certainty = 'surely' | 'possibly';

function escapeSet(node: AST.CharacterSet, certainty: Certainty): CharSet {
  if (node.kind === 'property') return propertySet(node.raw, certainty);
  if (node.kind === 'any') return complement(LINE_END);
  const set = { digit: DIGIT, word: WORD, space: SPACE }[node.kind];
  return node.negate ? complement(set) : set;
}

/** Exact in ASCII, which no Unicode version changes and where separators live; beyond, every character is possible. */
function propertySet(source: string, certainty: Certainty): CharSet {
  const property = compile(source);
  if (property === undefined) return certainty === 'possibly' ? ANY_CHARACTER : [];
  const ascii = ASCII.filter(point => property.test(String.fromCodePoint(point)));
  return union([...ascii.map(point => [point, point]), certainty === 'possibly' ? BEYOND_ASCII : []]);
}

/** The parser may know a newer property than this engine, and an engine built without ICU knows none. */
function compile(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u');
  } catch {
    return undefined;
  }
}

function classSet(node: AST.CharacterClass): CharSet {
  const certainty = node.negate ? 'surely' : 'possibly';
  const set = union(node.elements.map(element => elementSet(element, certainty)));
  return node.negate ? complement(set) : set;
}

function elementSet(element: AST.CharacterClassElement, certainty: Certainty): CharSet {
  if (element.type === 'CharacterClassRange') return [element.min.value, element.max.value];
  if (element.type === 'CharacterSet') return escapeSet(element, certainty);
  if (element.type === 'Character') return [element.value, element.value];
  return certainty === 'possibly' ? ANY_CHARACTER : []; // flag v only, which is never set
}

function union(sets: readonly CharSet[]): CharSet {
  const ranges: [number, number][] = [];
  for (const set of sets) for (let i = 0; i < set.length; i += 2) ranges.push([at(set, i), at(set, i + 1)]);
  ranges.sort(([a], [b]) => a - b);
  const merged: number[] = [];
  for (const [low, high] of ranges) {
    const top = merged.at(-1);
    if (top === undefined || low > top + 1) merged.push(low, high);
    else merged[merged.length - 1] = Math.max(top, high);
  }
  return merged;
}

function complement(set: CharSet): CharSet {
  const rest: number[] = [];
  let next = 0;
  for (let i = 0; i < set.length; i += 2) {
    if (at(set, i) > next) rest.push(next, at(set, i) - 1);
    next = at(set, i + 1) + 1;
  }
  if (next <= LAST_CODE_POINT) rest.push(next, LAST_CODE_POINT);
  return rest;
}

/** The callers stay within the length; the fallback only satisfies the compiler. */
function at(set: CharSet, index: number): number {
  return set[index] ?? 0;
}
