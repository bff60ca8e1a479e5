/** `block` and `review` are findings; a `hint` counts only together with other ideas. */
export type Strength = 'block' | 'review' | 'hint';

/** One way to express one idea. Pure data: the digest of the rule set covers every member. */
export interface Rule {
  readonly id: string;
  /** The code of its findings, without `scan.`. */
  readonly code: string;
  readonly strength: Strength;
  /** The rule applies if a sentence matches one of these. See shape.ts for the syntax. */
  readonly shapes: readonly string[];
  /** The rule does not apply to a sentence that matches one of these. */
  readonly unless?: readonly string[];
  /** The rule also applies if the sentence negates or only mentions it. */
  readonly ignoresNegation?: true;
  /** Texts that the rule must match, and texts that it must not match. A test checks them all. */
  readonly finds: readonly string[];
  readonly passes: readonly string[];
}
