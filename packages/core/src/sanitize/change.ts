import { inert } from '../base/index.ts';

/** What happened to a text. */
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

/** One kind of change to one text. Nothing is changed without one. */
export interface CleanChange {
  /** RFC 6901 pointer into the raw value; the empty string when a text was cleaned on its own. */
  readonly pointer: string;
  readonly kind: ChangeKind;
  /** How often; for `truncated` and `whitespace`, how many UTF-16 units are gone. */
  readonly count: number;
  /** The first of what was taken away, spelled out so that it is safe to show. */
  readonly removed?: string;
}

/** Enough to see what it was; the raw value has it all. */
const MOST_SHOWN = 24;

/** What was done to one text, counted by kind as it happens. */
export class Tally {
  readonly #kinds = new Map<ChangeKind, { count: number; shown: string; isCut: boolean }>();

  /** Counts a change, and shows what stood at a place in the text unless enough is shown already. */
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
