import { type Digest, type Json, jcs, sha256 } from '../../base/index.ts';
import { FOLD_SOURCES } from '../fold.ts';
import { MISMATCH_SOURCES } from './capability-mismatch.ts';
import { SCAN_CODES } from './codes.ts';
import { HIDING_SOURCES } from './hiding/characters.ts';
import { COMMANDS } from './hiding/commands.ts';
import { DECODE_SOURCES } from './hiding/decode.ts';
import { LOOKALIKE_SOURCES } from './hiding/lookalikes.ts';
import { MARK_SOURCES } from './hiding/marks.ts';
import { MARKUP_SOURCES } from './hiding/markup.ts';
import { PADDING_SOURCES } from './hiding/padding.ts';
import { RESPELL_SOURCES } from './hiding/respell.ts';
import { REVEAL_SOURCES } from './hiding/reveal.ts';
import { JOINED_SOURCES } from './joined-fields.ts';
import { DENIAL_SOURCES, MENTION } from './meaning/guards.ts';
import { LANGUAGES } from './meaning/languages.ts';
import { SIGNALS } from './meaning/signals.ts';
import { NEAR_NAME_SOURCES } from './near-names.ts';
import { OWNERSHIP_SOURCES } from './ownership.ts';
import { TEXT_SOURCES } from './scan-text.ts';
import { SENTENCE_SOURCES } from './sentences.ts';
import { NAME_SOURCES } from './spelled-names.ts';
import { WORDS } from './words.ts';

/** Which rules gave a verdict: equal digests, equal rules. */
export interface RuleSetIdentity {
  readonly version: string;
  readonly digest: Digest;
}

/** Rises whenever a rule is added, removed or changed. */
const VERSION = '6';

// The rules never change while a program runs, so their digest is made once, when first asked for.
let identity: RuleSetIdentity | undefined;

export function ruleSet(): RuleSetIdentity {
  identity ??= { version: VERSION, digest: sha256(jcs(ruleData())) };
  return identity;
}

/** Everything that a verdict depends on. */
export function ruleData(): Record<string, Json> {
  return {
    version: VERSION,
    codes: SCAN_CODES.map(({ code, tier }) => ({ code, tier })),
    words: WORDS,
    signals: SIGNALS as unknown as Json,
    phrases: LANGUAGES as unknown as Json,
    guards: [MENTION.source, ...DENIAL_SOURCES],
    hiding: [
      ...HIDING_SOURCES,
      ...MARKUP_SOURCES,
      ...PADDING_SOURCES,
      ...MARK_SOURCES,
      ...LOOKALIKE_SOURCES,
      ...REVEAL_SOURCES,
      ...TEXT_SOURCES,
    ],
    decoding: [...DECODE_SOURCES, ...RESPELL_SOURCES, COMMANDS.source],
    joined: [...JOINED_SOURCES, ...MISMATCH_SOURCES],
    names: [...NEAR_NAME_SOURCES, ...NAME_SOURCES, ...OWNERSHIP_SOURCES],
    reading: [...FOLD_SOURCES, ...SENTENCE_SOURCES],
  };
}
