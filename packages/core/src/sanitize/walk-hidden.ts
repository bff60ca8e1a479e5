import { CATEGORY, IS, pointAt, propertiesOf } from '../base/index.ts';
import type { ChangeKind } from './change.ts';
import { escapeSequenceLength } from './escape-sequence.ts';
import { findSuspect, isSuspect } from './first-look.ts';
import { isNeeded } from './needed.ts';

/** Is told of something that may not stay: its kind, where it stands, and what takes its place. */
export type Tell = (kind: ChangeKind, start: number, end: number, instead: string) => void;

/**
 * Tells of everything before `until` that steers, hides or means nothing, from first to last. This is the only judgement
 * of what hides: cleaning takes away what it names, and scanning reports it.
 */
export function walkHidden(text: string, use: 'prose' | 'value', until: number, tell: Tell): void {
  let from = 0;
  // The last character kept before `from`.
  let kept = -1;
  for (let i = findSuspect(text, 0, until); i < until; i = findSuspect(text, i, until)) {
    const find = judge(text, i, use);
    const end = i + find.length;
    if (find.kind !== undefined) {
      const before = i > from ? lastPoint(text, i) : kept;
      if (!(find.isArguable && isNeeded(pointAt(text, i), before, pointAt(text, end)))) {
        tell(find.kind, i, end, find.instead);
        kept = find.instead === '' ? before : find.instead.charCodeAt(0);
        from = end;
      }
    }
    i = end;
  }
}

/** What stands at a place: how long it is and, unless it may stay, its kind and what takes its place. */
interface Find {
  readonly length: number;
  readonly kind: ChangeKind | undefined;
  readonly instead: string;
  /** It may stay where a script or an emoji needs it. */
  readonly isArguable: boolean;
}

function judge(text: string, i: number, use: 'prose' | 'value'): Find {
  const point = pointAt(text, i);
  const length = point > 0xffff ? 2 : 1;
  if (point === 0x0d && use === 'value') return STAYS[length];
  if (isLineBreak(point)) return LINE_BREAK[text.startsWith('\r\n', i) ? 2 : 1];
  if (length === 2 && !isSuspect(point)) return point === BLACK_FLAG ? flag(text, i) : STAYS[2];
  const kind = kindOf(point);
  if (kind === undefined) return STAYS[length];
  const sequence = kind === 'control' ? escapeSequenceLength(text, i) : 0;
  if (sequence > 0) return { length: sequence, kind: 'escape-sequence', instead: '', isArguable: false };
  return REMOVED[length].get(kind) ?? remove(kind, length);
}

// Made once, because a hostile text asks for millions of them.
const STAYS = forLengths((length): Find => ({ length, kind: undefined, instead: '', isArguable: false }));
const LINE_BREAK = forLengths(length => ({ ...remove('line-break', length), instead: '\n' }));
const KINDS: readonly ChangeKind[] = [
  ...(['bidi', 'control', 'noncharacter', 'private-use', 'surrogate', 'tag', 'unassigned'] as const),
  ...(['variation-selector', 'zero-width'] as const),
];
const REMOVED = forLengths(length => new Map(KINDS.map(kind => [kind, remove(kind, length)])));

function forLengths<T>(make: (length: 1 | 2) => T): Readonly<Record<1 | 2, T>> {
  return { 1: make(1), 2: make(2) };
}

function remove(kind: ChangeKind, length: number): Find {
  const isArguable = kind === 'zero-width' || kind === 'variation-selector';
  return { length, kind, instead: kind === 'filler' ? ' ' : '', isArguable };
}

function kindOf(point: number): ChangeKind | undefined {
  const properties = propertiesOf(point);
  if ((properties & IS.noncharacter) !== 0) return 'noncharacter';
  if ((properties & IS.bidiControl) !== 0) return 'bidi';
  if (point >= 0xe0000 && point < 0xe0080) return 'tag';
  if ((properties & IS.variationSelector) !== 0) return 'variation-selector';
  switch (properties & 15) {
    case CATEGORY.control:
      return 'control';
    case CATEGORY.privateUse:
      return 'private-use';
    case CATEGORY.surrogate:
      return 'surrogate';
    case CATEGORY.unassigned:
      return 'unassigned';
    case CATEGORY.format:
      return (properties & IS.prepend) === 0 ? 'zero-width' : undefined;
    default:
      // Letters and marks without a shape, of which two look like a space.
      return point === 0x3164 || point === 0xffa0 ? 'filler' : 'zero-width';
  }
}

function isLineBreak(point: number): boolean {
  return (point >= 0x0b && point <= 0x0d) || point === 0x85 || point === 0x2028 || point === 0x2029;
}

const BLACK_FLAG = 0x1f3f4;

/** England, Scotland and Wales: the only flags spelled in tags that Unicode recommends. Any other spelling hides text. */
const FLAG_TAGS = ['gbeng', 'gbsct', 'gbwls'].map(
  region => `${[...region].map(letter => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}\u{e007f}`,
);

function flag(text: string, i: number): Find {
  const tags = FLAG_TAGS.find(spelled => text.startsWith(spelled, i + 2)) ?? '';
  return { ...STAYS[2], length: 2 + tags.length };
}

/** The code point that ends before `end`, or -1 where the text begins. */
function lastPoint(text: string, end: number): number {
  if (end === 0) return -1;
  const pair = end > 1 ? pointAt(text, end - 2) : 0;
  return pair > 0xffff ? pair : text.charCodeAt(end - 1);
}
