import { type Digest, type Json, jcs, sha256 } from '../../base/index.ts';
import { SCAN_CODES } from './codes.ts';
import { HIDING_SOURCES } from './hiding/characters.ts';
import { COMMANDS } from './hiding/commands.ts';
import { DENIAL_SOURCES, MENTION } from './meaning/guards.ts';
import { LANGUAGES } from './meaning/languages.ts';
import { SIGNALS } from './meaning/read-meaning.ts';
import { WORDS } from './words.ts';

/** Which rules gave a verdict: equal digests, equal rules. */
export interface RuleSetIdentity {
  readonly version: string;
  readonly digest: Digest;
}

/** Rises whenever a rule is added, removed or changed. */
const VERSION = '1';

// The rules never change while a program runs, so their digest is made once, when first asked for.
let identity: RuleSetIdentity | undefined;

export function ruleSet(): RuleSetIdentity {
  identity ??= { version: VERSION, digest: sha256(jcs(ruleData())) };
  return identity;
}

function ruleData(): Json {
  return {
    version: VERSION,
    codes: SCAN_CODES.map(({ code, tier }) => ({ code, tier })),
    words: WORDS,
    signals: SIGNALS as unknown as Json,
    phrases: LANGUAGES as unknown as Json,
    guards: [MENTION.source, ...DENIAL_SOURCES],
    hiding: [...HIDING_SOURCES, COMMANDS.source],
  };
}
