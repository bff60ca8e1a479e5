import { inert } from '../base/index.ts';

/** The kinds of changes to a text. */
export type ChangeKind =
  | 'bidi'
  | 'control'
  | 'dropped'
  | 'escape-sequence'
  | 'escaped'
  | 'filler'
  | 'line-break'
  | 'noncharacter'
  | 'placeholder'
  | 'private-use'
  | 'renamed'
  | 'surrogate'
  | 'tag'
  | 'truncated'
  | 'unassigned'
  | 'variation-selector'
  | 'whitespace'
  | 'zero-width';

/** One kind of change to one text. Every change is recorded. */
export interface CleanChange {
  /** RFC 6901 pointer into the raw value; empty for a single text. */
  readonly pointer: string;
  readonly kind: ChangeKind;
  /** Occurrences; for `truncated` and `whitespace`, removed UTF-16 units. */
  readonly count: number;
  /** The start of the removed text, escaped for display. */
  readonly removed?: string;
}

/** Enough to recognize it; the raw value is complete. */
const MOST_SHOWN = 24;

/** Counts the changes to one text by kind. */
export class Tally {
  readonly #kinds = new Map<ChangeKind, { count: number; shown: string; isCut: boolean }>();

  /** Counts a change and records the removed text up to a limit. */
  add(kind: ChangeKind, text: string, start: number, end: number, count = 1): void {
    let entry = this.#kinds.get(kind);
    if (entry === undefined) {
      entry = { count: 0, shown: '', isCut: false };
      this.#kinds.set(kind, entry);
    }
    entry.count += count;
    if (entry.isCut) return;
    entry.isCut = entry.shown.length + end - start > MOST_SHOWN;
    entry.shown = (entry.shown + text.slice(start, Math.min(end, start + MOST_SHOWN))).slice(0, MOST_SHOWN);
  }

  changes(pointer: string): CleanChange[] {
    return [...this.#kinds].map(([kind, { count, shown, isCut }]) => {
      const removed = inert(shown.toWellFormed()) + (isCut ? '…' : '');
      return shown === '' ? { pointer, kind, count } : { pointer, kind, count, removed };
    });
  }
}
