import { CATEGORY, IS, pointAt, propertiesOf } from '../base/index.ts';
import type { ChangeKind } from './change.ts';
import { isUnseen } from './escape-pattern.ts';
import { escapeSequenceLength } from './escape-sequence.ts';
import { isNeeded } from './needed.ts';

/** Receives a character sequence that must be removed: its kind, its place, and its replacement. */
export type OnHidden = (kind: ChangeKind, start: number, end: number, replacement: string) => void;

/**
 * Reports everything before `until` that controls a terminal, is hidden or has no meaning, in order. Cleaning removes
 * it and scanning reports it: no other code decides what is hidden.
 */
export function walkHidden(text: string, use: 'prose' | 'value', until: number, onHidden: OnHidden): void {
  let from = 0;
  // The last character kept before `from`.
  let kept = -1;
  for (let i = 0; i < until; ) {
    const { length, kind, replacement = '' } = judge(text, i, use);
    const end = i + length;
    if (kind !== undefined) {
      const before = i > from ? lastPoint(text, i) : kept;
      const mayBeNeeded = kind === 'zero-width' || kind === 'variation-selector';
      if (!(mayBeNeeded && isNeeded(pointAt(text, i), before, pointAt(text, end)))) {
        onHidden(kind, i, end, replacement);
        kept = replacement === '' ? before : replacement.charCodeAt(0);
        from = end;
      }
    }
    i = end;
  }
}

/** A character or sequence; without a kind it stays. */
interface Sequence {
  readonly length: number;
  readonly kind?: ChangeKind;
  readonly replacement?: string;
}

const STAYS: Sequence = { length: 1 };
const PAIR_STAYS: Sequence = { length: 2 };

function judge(text: string, i: number, use: 'prose' | 'value'): Sequence {
  const point = pointAt(text, i);
  if ((point >= 0x20 && point < 0x7f) || point === 0x0a || point === 0x09) return STAYS;
  if (point === 0x0d && use === 'value') return STAYS;
  if (isLineBreak(point)) return { length: text.startsWith('\r\n', i) ? 2 : 1, kind: 'line-break', replacement: '\n' };
  if (point === BLACK_FLAG) return flag(text, i);
  const length = point > 0xffff ? 2 : 1;
  const kind = isUnseen(point) ? kindOf(point) : undefined;
  if (kind === undefined) return length === 1 ? STAYS : PAIR_STAYS;
  const sequence = kind === 'control' ? escapeSequenceLength(text, i) : 0;
  if (sequence > 0) return { length: sequence, kind: 'escape-sequence' };
  return { length, kind, replacement: kind === 'filler' ? ' ' : '' };
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
      // Letters and marks without a glyph; two of them look like a space.
      return point === 0x3164 || point === 0xffa0 ? 'filler' : 'zero-width';
  }
}

function isLineBreak(point: number): boolean {
  return (point >= 0x0b && point <= 0x0d) || point === 0x85 || point === 0x2028 || point === 0x2029;
}

const BLACK_FLAG = 0x1f3f4;

/** England, Scotland and Wales: the only tag sequences that Unicode recommends. Any other sequence hides text. */
const FLAG_TAGS = ['gbeng', 'gbsct', 'gbwls'].map(
  region => `${[...region].map(letter => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}\u{e007f}`,
);

function flag(text: string, i: number): Sequence {
  const tags = FLAG_TAGS.find(spelled => text.startsWith(spelled, i + 2)) ?? '';
  return { length: 2 + tags.length };
}

/** The code point that ends before `end`, or -1 at the start of the text. */
function lastPoint(text: string, end: number): number {
  if (end === 0) return -1;
  const pair = end > 1 ? pointAt(text, end - 2) : 0;
  return pair > 0xffff ? pair : text.charCodeAt(end - 1);
}
