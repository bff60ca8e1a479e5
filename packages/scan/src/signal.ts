import type { Hit } from './engine/match-rules.ts';

/** A match of a rule in a text, and the matched words. */
export interface Signal {
  readonly hit: Hit;
  readonly evidence: string;
}
