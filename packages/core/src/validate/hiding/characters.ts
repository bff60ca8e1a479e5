import { pointAt } from '../../base/index.ts';
import { type ChangeKind, stripHidden, walkHidden } from '../../sanitize/index.ts';

/** What hides, each with the sentence validation has for it. */
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

/** What hides in a text: each kind with the place where it is first seen. */
export interface HiddenCharacters {
  readonly kinds: ReadonlyMap<HiddenKind, number>;
  /** So many of them stand close together that it is no accident of copying. */
  readonly isFlood: boolean;
}

/** Everything that cleaning would take away, but for marks and breaks that honest texts have. */
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

/** The text that cleaning makes of a text, with its white space as it is. */
export function withoutHidden(text: string): string {
  return stripHidden(text, 'prose');
}

/** How the kinds of cleaning are called here; those that depend on the character have a function below. */
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
      // Of all breaks only these two steer printers and terminals.
      return text[at] === '\v' || text[at] === '\f' ? 'control' : undefined;
    case 'zero-width':
      return text[at] === '\u200c' || text[at] === '\u200d' ? 'joiner' : 'invisible';
    case 'unassigned':
      return isTagPlane(pointAt(text, at)) ? 'tag' : 'unassigned';
    default:
      return KIND_OF[kind];
  }
}

/** The rest of the block of tags, which nothing but hidden text uses. */
function isTagPlane(point: number): boolean {
  return point >= 0xe0000 && point <= 0xe00ff;
}

const MARKS = '\u061c\u200e\u200f';

/** One direction mark beside right-to-left letters is how honest texts keep brackets in place. */
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

/** Hebrew, Arabic and their neighbours with their forms, and the first units of Adlam and other pairs. */
function isRightToLeft(unit: number): boolean {
  return (
    (unit >= 0x05d0 && unit <= 0x08ff && !MARKS.includes(String.fromCharCode(unit))) ||
    (unit >= 0xfb1d && unit <= 0xfdff) ||
    (unit >= 0xfe70 && unit <= 0xfefc) ||
    (unit >= 0xd802 && unit <= 0xd803) ||
    (unit >= 0xd83a && unit <= 0xd83b)
  );
}

/** Kinds of which an honest text has one or two by accident. */
const FLOODS: ReadonlySet<HiddenKind> = new Set(['invisible', 'joiner', 'unassigned']);
const MANY = 8;
const NEAR = 12;

/** Counts what stands close together. */
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

/** A soft hyphen between two letters says where a long word may be parted. */
function isHyphenation(text: string, at: number): boolean {
  return text[at] === '\u00ad' && LETTER.test(text[at - 1] ?? '') && LETTER.test(text[at + 1] ?? '');
}

const LETTER = /\p{L}/u;
