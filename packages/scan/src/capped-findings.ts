import type { Found } from './found.ts';

/** Limits the length of a report about a hostile server. */
export const MOST_FINDINGS = 2_000;
/** Limits how many findings are kept in memory. */
const MOST_HELD = 4 * MOST_FINDINGS;

interface Ranked {
  readonly found: Found;
  readonly turn: number;
}

/**
 * Keeps the most important findings: blocking ones first, then the first finding of each tool before any second one.
 * A noisy tool never hides another.
 */
export class CappedFindings {
  #held: Ranked[] = [];
  #isCut = false;

  /** Adds the findings of one origin. The first of each origin comes before the second of any other. */
  add(list: readonly Found[]): void {
    const turns = { block: 0, review: 0 };
    for (const found of list) this.#hold({ found, turn: turns[found.tier]++ });
  }

  /** Adds findings that come before all others of their tier. */
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
