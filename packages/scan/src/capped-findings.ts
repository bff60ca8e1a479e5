import type { Found } from './found.ts';

/** A report nobody can read helps nobody, and a hostile server must not decide how large it gets. */
export const MOST_FINDINGS = 2_000;
/** Nor does it decide how much is held before the cut. */
const MOST_HELD = 4 * MOST_FINDINGS;

interface Ranked {
  readonly found: Found;
  readonly turn: number;
}

/**
 * Keeps the findings that matter most: those that block before all others, and of each tool the first before any
 * second one, so that neither small findings nor those of one tool can crowd out another tool's.
 */
export class CappedFindings {
  #held: Ranked[] = [];
  #isCut = false;

  /** Findings of one origin: the first of them comes before the second of any other. */
  add(list: readonly Found[]): void {
    const turns = { block: 0, review: 0 };
    for (const found of list) this.#hold({ found, turn: turns[found.tier]++ });
  }

  /** Findings that do not wait for a turn. */
  addFirst(list: readonly Found[]): void {
    for (const found of list) this.#hold({ found, turn: -1 });
  }

  kept(): { readonly findings: readonly Found[]; readonly isCut: boolean } {
    if (this.#held.length > MOST_FINDINGS) this.#cut();
    return { findings: this.#held.map(({ found }) => found), isCut: this.#isCut };
  }

  #hold(ranked: Ranked): void {
    this.#held.push(ranked);
    if (this.#held.length > MOST_HELD) this.#cut();
  }

  #cut(): void {
    this.#held = this.#held.toSorted(byRank).slice(0, MOST_FINDINGS);
    this.#isCut = true;
  }
}

function byRank(a: Ranked, b: Ranked): number {
  if (a.found.tier === b.found.tier) return a.turn - b.turn;
  return a.found.tier === 'block' ? -1 : 1;
}
