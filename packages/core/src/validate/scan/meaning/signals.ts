import { CALLS } from './calls.ts';
import { CONCEALMENT } from './concealment.ts';
import { EXFILTRATION } from './exfiltration.ts';
import { HANDED_OVER } from './handed-over.ts';
import { HIJACKED_ARGUMENTS } from './hijacked-arguments.ts';
import { KEPT_ASIDE } from './kept-aside.ts';
import { LEFT_UNSAID } from './left-unsaid.ts';
import { NULLIFIED } from './nullified.ts';
import { OUT_OF_PLACE } from './out-of-place.ts';
import { OVERRIDE } from './override.ts';
import { PERSUASION } from './persuasion.ts';
import { PLAIN_WORDS } from './plain-words.ts';
import { PREREQUISITES } from './prerequisites.ts';
import { REPLACEMENT } from './replacement.ts';
import { SAID } from './said.ts';
import type { Signal } from './signal.ts';
import { STANDING_RULES } from './standing-rules.ts';
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
];
