import { type Digest, type Json, jcs, SCAN_CODES, sha256, UNICODE_VERSION } from '@toolmark/core';
import { RULES } from './rules/index.ts';
import { CLASSES } from './rules/words.ts';

/** Which rules gave a verdict: equal digests, equal rules. */
export interface RuleSetIdentity {
  readonly version: string;
  readonly digest: Digest;
}

/** Rises whenever a rule, the engine or what it folds and decodes changes. */
const VERSION = '7';

// The rules never change while a program runs, so their digest is made once, when first asked for.
let identity: RuleSetIdentity | undefined;

export function ruleSet(): RuleSetIdentity {
  identity ??= { version: VERSION, digest: sha256(jcs(ruleData())) };
  return identity;
}

/** Everything that a verdict depends on, but for the engine, which the version names. */
function ruleData(): Record<string, Json> {
  return {
    version: VERSION,
    unicode: UNICODE_VERSION,
    codes: SCAN_CODES.map(({ code, tier }) => ({ code, tier })),
    words: CLASSES as Json,
    rules: RULES.map(({ finds: _finds, passes: _passes, ...rule }) => rule as unknown as Json),
  };
}
