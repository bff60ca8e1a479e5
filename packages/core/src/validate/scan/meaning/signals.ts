import { CALLS } from './calls.ts';
import { CONCEALMENT } from './concealment.ts';
import { CONSENT_TAKEN } from './consent.ts';
import { EXFILTRATION } from './exfiltration.ts';
import { GATEKEEPING } from './gatekeeping.ts';
import { HANDED_OVER } from './handed-over.ts';
import { HIJACKED_ARGUMENTS } from './hijacked-arguments.ts';
import { KEPT_ASIDE } from './kept-aside.ts';
import { LEFT_UNSAID } from './left-unsaid.ts';
import { NULLIFIED } from './nullified.ts';
import { OTHER_SERVERS } from './other-servers.ts';
import { OUT_OF_PLACE } from './out-of-place.ts';
import { OVERRIDE } from './override.ts';
import { PERSONAL_STORES } from './personal-stores.ts';
import { PERSUASION } from './persuasion.ts';
import { PLAIN_WORDS } from './plain-words.ts';
import { PREREQUISITES } from './prerequisites.ts';
import { REPLACEMENT } from './replacement.ts';
import { SAID } from './said.ts';
import type { Signal } from './signal.ts';
import { SLEEPERS } from './sleepers.ts';
import { STANDING_RULES } from './standing-rules.ts';
import { TAMPERING } from './tampering.ts';
import { TOLD_UNTRUTH } from './told-untruth.ts';
import { TONE } from './tone.ts';
import { TONGUES } from './tongues.ts';
import { WANTED } from './wanted.ts';

/** All signals, in the order in which they are tried. */
export const SIGNALS: readonly Signal[] = [
  ...OVERRIDE,
  ...CONCEALMENT,
  ...LEFT_UNSAID,
  ...EXFILTRATION,
  ...HANDED_OVER,
  ...KEPT_ASIDE,
  ...CALLS,
  ...PREREQUISITES,
  ...HIJACKED_ARGUMENTS,
  ...STANDING_RULES,
  ...PERSUASION,
  ...REPLACEMENT,
  ...TONGUES,
  ...NULLIFIED,
  ...OUT_OF_PLACE,
  ...TONE,
  ...PLAIN_WORDS,
  ...WANTED,
  ...SAID,
  ...CONSENT_TAKEN,
  ...GATEKEEPING,
  ...OTHER_SERVERS,
  ...PERSONAL_STORES,
  ...SLEEPERS,
  ...TAMPERING,
  ...TOLD_UNTRUTH,
];
