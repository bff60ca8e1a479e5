/** `block` and `review` are findings; a `hint` counts only together with other ideas. */
export type Strength = 'block' | 'review' | 'hint';

/** One way to express one idea. Pure data: the digest of the rule set covers every member. */
export interface Rule {
  readonly id: string;
  /** The idea, as reports name it, without `scan.`. */
  readonly code: string;
  readonly strength: Strength;
  /** Any of these; see shape.ts for how they are written. */
  readonly shapes: readonly string[];
  /** The rule does not apply to a sentence that matches one of these. */
  readonly unless?: readonly string[];
  /** Applies also where the sentence negates or only mentions it. */
  readonly ignoresNegation?: true;
  /** Texts that this rule finds, and texts that it must not find. One test reads them all. */
  readonly finds: readonly string[];
  readonly passes: readonly string[];
}
