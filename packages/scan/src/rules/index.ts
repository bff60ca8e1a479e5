import type { Rule } from '../engine/rule.ts';
import { AUTHORITY } from './authority.ts';
import { CALLS } from './calls.ts';
import { CONCEALMENT } from './concealment.ts';
import { EXFILTRATION } from './exfiltration.ts';
import { HARM } from './harm.ts';
import { OVERREACH } from './overreach.ts';
import { OVERRIDE } from './override.ts';
import { PREREQUISITES } from './prerequisites.ts';

/** Every rule, one file for each idea. */
export const RULES: readonly Rule[] = [
  ...OVERRIDE,
  ...CONCEALMENT,
  ...EXFILTRATION,
  ...OVERREACH,
  ...CALLS,
  ...PREREQUISITES,
  ...AUTHORITY,
  ...HARM,
];
