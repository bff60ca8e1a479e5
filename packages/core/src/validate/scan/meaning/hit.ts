import type { Tier } from './signal.ts';

/** A signal that a text gives, and where in the folded text. */
export interface Hit {
  readonly id: string;
  readonly code: string;
  readonly tier: Tier;
  readonly start: number;
  readonly end: number;
  readonly evidence: string;
  readonly tool?: string;
}
