import { pointAt } from '../../base/index.ts';
import { type ChangeKind, stripHidden, walkHidden } from '../../sanitize/index.ts';

/** The kinds of hidden characters. */
export type HiddenKind =
  | 'control'
  | 'bidi'
  | 'direction-mark'
  | 'invisible'
  | 'tag'
  | 'variation-selector'
  | 'private-use'
  | 'unassigned'
  | 'joiner';

/** The hidden characters of a text: each kind with its first index. */
export interface HiddenCharacters {
  readonly kinds: ReadonlyMap<HiddenKind, number>;
  /** Too many are close together to be an accident. */
  readonly isFlood: boolean;
}

/** Everything that cleaning would remove, except marks and line breaks of honest texts. */
export function findHiddenCharacters(text: string): HiddenCharacters {
  const kinds = new Map<HiddenKind, number>();
  const flood = new Flood();
  walkHidden(text, 'prose', text.length, (change, start, end) => {
    const kind = kindOf(change, text, start);
    if (kind === undefined) return;
    if (!kinds.has(kind)) kinds.set(kind, start);
    if (FLOODS.has(kind) && !isHyphenation(text, start)) flood.add(start, end);
  });
  return { kinds, isFlood: flood.isFull };
}

/** The cleaned text, with its white space unchanged. */
export function withoutHidden(text: string): string {
  return stripHidden(text, 'prose');
}

/** Kinds of cleaning that do not depend on the character. */
const KIND_OF: Readonly<Partial<Record<ChangeKind, HiddenKind>>> = {
  control: 'control',
  'escape-sequence': 'control',
  filler: 'invisible',
  noncharacter: 'unassigned',
  'private-use': 'private-use',
  surrogate: 'unassigned',
  tag: 'tag',
  'variation-selector': 'variation-selector',
};

function kindOf(kind: ChangeKind, text: string, at: number): HiddenKind | undefined {
  switch (kind) {
    case 'bidi':
      return bidiKind(text, at);
    case 'line-break':
      // Only these two line breaks control printers and terminals.
      return text[at] === '\v' || text[at] === '\f' ? 'control' : undefined;
    case 'zero-width':
      return text[at] === '\u200c' || text[at] === '\u200d' ? 'joiner' : 'invisible';
    case 'unassigned':
      return isTagPlane(pointAt(text, at)) ? 'tag' : 'unassigned';
    default:
      return KIND_OF[kind];
  }
}

/** The rest of the tag block, which only hidden text uses. */
function isTagPlane(point: number): boolean {
  return point >= 0xe0000 && point <= 0xe00ff;
}

const MARKS = '\u061c\u200e\u200f';

/** Honest texts use one direction mark beside right-to-left letters to place brackets. */
function bidiKind(text: string, at: number): HiddenKind | undefined {
  if (!MARKS.includes(text[at] ?? '')) return 'bidi';
  const isAlone = at === 0 || !MARKS.includes(text[at - 1] ?? '');
  return isAlone && isNearRightToLeft(text, at) ? undefined : 'direction-mark';
}

const NEAR_LETTERS = 32;

function isNearRightToLeft(text: string, at: number): boolean {
  for (let away = 1; away <= NEAR_LETTERS; away++)
    if (isRightToLeft(text.charCodeAt(at - away)) || isRightToLeft(text.charCodeAt(at + away))) return true;
  return false;
}

/** Hebrew, Arabic and similar blocks, and high surrogates of Adlam and others. */
function isRightToLeft(unit: number): boolean {
  return (
    (unit >= 0x05d0 && unit <= 0x08ff && !MARKS.includes(String.fromCharCode(unit))) ||
    (unit >= 0xfb1d && unit <= 0xfdff) ||
    (unit >= 0xfe70 && unit <= 0xfefc) ||
    (unit >= 0xd802 && unit <= 0xd803) ||
    (unit >= 0xd83a && unit <= 0xd83b)
  );
}

/** Kinds that honest texts may contain by accident. */
const FLOODS: ReadonlySet<HiddenKind> = new Set(['invisible', 'joiner', 'unassigned']);
const MANY = 8;
const NEAR = 12;

/** Counts characters that are close together. */
class Flood {
  isFull = false;
  #count = 0;
  #last = 0;

  add(start: number, end: number): void {
    this.#count = start - this.#last > NEAR ? 1 : this.#count + 1;
    this.#last = end;
    if (this.#count >= MANY) this.isFull = true;
  }
}

/** A soft hyphen between two letters marks a possible word break. */
function isHyphenation(text: string, at: number): boolean {
  return text[at] === '\u00ad' && LETTER.test(text[at - 1] ?? '') && LETTER.test(text[at + 1] ?? '');
}

const LETTER = /\p{L}/u;
