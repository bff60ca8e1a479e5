import type { Hit } from './engine/match-rules.ts';

/** A signal in a text: what a rule found, and the words it found. */
export interface Signal {
  readonly hit: Hit;
  readonly evidence: string;
}
