/** How much a rule says: `block` and `review` are findings; a `hint` counts only together with other ideas. */
export type Strength = 'block' | 'review' | 'hint';

/** One idea in one way of saying it. Pure data: the digest of the rule set covers every member. */
export interface Rule {
  readonly id: string;
  /** The idea, as reports name it, without `scan.`. */
  readonly code: string;
  readonly strength: Strength;
  /** Any of these; see shape.ts for how they are written. */
  readonly shapes: readonly string[];
  /** Where one of these stands in the same sentence, the rule is silent. */
  readonly unless?: readonly string[];
  /** It holds where it is denied or only mentioned too. */
  readonly isFirm?: true;
  /** Texts that this rule finds, and texts that it must not find. One test reads them all. */
  readonly finds: readonly string[];
  readonly passes: readonly string[];
}
