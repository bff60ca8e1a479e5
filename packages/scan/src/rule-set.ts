import { type Digest, type Json, jcs, sha256 } from '@toolmark/core';
import { UNICODE_VERSION } from '@toolmark/core/text';
import { SCAN_CODES } from '@toolmark/core/validate';
import type { Rule } from './engine/rule.ts';
import { RULES } from './rules/index.ts';
import { CLASSES } from './rules/words.ts';

/** Identifies the rules of a report. Equal digests mean equal rules. */
export interface RuleSetIdentity {
  readonly version: string;
  readonly digest: Digest;
}

/** Increase it with every change of a rule, the engine, the folding or the decoding. */
const VERSION = '7';

// The rules are constant, so their digest is computed once, on first use.
let identity: RuleSetIdentity | undefined;

export function ruleSet(): RuleSetIdentity {
  identity ??= { version: VERSION, digest: digestOf(RULES, CLASSES) };
  return identity;
}

/** Covers everything that a verdict depends on. The version identifies the engine. */
export function digestOf(rules: readonly Rule[], words: Readonly<Record<string, string>>): Digest {
  const covered = {
    version: VERSION,
    unicode: UNICODE_VERSION,
    codes: SCAN_CODES.map(({ code, tier }) => ({ code, tier })),
    words: { ...words },
    rules: rules.map(({ finds: _finds, passes: _passes, ...rule }) => rule as unknown as Json),
  };
  return sha256(jcs(covered));
}
