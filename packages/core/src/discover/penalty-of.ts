import type { Tier } from '../validate/index.ts';

/** What of a finding decides. */
export interface WeighedFinding {
  readonly code: string;
  readonly tier: Tier;
}

const PENALTIES = { block: 0.5, review: 0.1 } as const;

/** What findings of the scanner take away: each code once, at its worst. Repeating a word does not make it worse. */
export function penaltyOf(findings: readonly WeighedFinding[]): number {
  const blocking = new Set(findings.filter(({ tier }) => tier === 'block').map(({ code }) => code));
  const all = new Set(findings.map(({ code }) => code));
  return blocking.size * PENALTIES.block + (all.size - blocking.size) * PENALTIES.review;
}
