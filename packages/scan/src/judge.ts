import type { Tier } from '@toolmark/core/validate';
import type { Strength } from './engine/rule.ts';
import type { Signal } from './signal.ts';

/** Combines the signals of one tool into findings. Signals that count only together are dropped when alone. */
export function judge<T extends Signal>(signals: readonly T[]): (T & Judged)[] {
  const counted = signals.filter(({ hit }) => hit.rule.id !== DEMANDS_FILE);
  const ideas = new Set(counted.map(({ hit }) => hit.rule.code));
  const aboveHint = new Set(counted.filter(({ hit }) => hit.strength !== 'hint').map(({ hit }) => hit.rule.code));
  const isMany = ideas.size >= MANY && aboveHint.size >= ABOVE_HINT;
  return counted.flatMap(signal => {
    const tier = tierOf(signal.hit.strength, ideas.size, isMany);
    const code = signal.hit.rule.code;
    return tier === undefined ? [] : [{ ...signal, code: `scan.${code}`, tier, says: SAYS[code] ?? 'Instructions' }];
  });
}

/** Counts only together with a field that names the file (joined-texts.ts). */
export const DEMANDS_FILE = 'exfiltration.demands-file';

export interface Judged {
  readonly code: string;
  readonly tier: Tier;
  readonly says: string;
}

/** Three independent ideas in one tool block, even if each alone is a review. At least two must be more than hints. */
const MANY = 3;
const ABOVE_HINT = 2;

function tierOf(strength: Strength, ideas: number, isMany: boolean): Tier | undefined {
  if (strength === 'block' || isMany) return 'block';
  return strength === 'review' || ideas >= 2 ? 'review' : undefined;
}

/** The message of each idea, before the matched text. */
export const SAYS: Readonly<Record<string, string>> = {
  override: 'Overrides instructions of others',
  concealment: 'Hides something from the user',
  'covert-action': 'Acts unnoticed',
  exfiltration: 'Possible exfiltration',
  'secret-requested': 'Asks for a secret',
  'hidden-command': 'Carries a command',
  'call-rewrite': 'Changes calls of other tools',
  shadowing: "Targets another server's tool",
  'fake-prerequisite': 'Demands another step first',
  'claims-every-call': 'Wants to be part of every call',
  'false-authority': 'Claims authority over the model',
  'permission-bypass': 'Bypasses checks or consent',
  'selection-hijack': 'Wants to be chosen over other tools',
  'malicious-purpose': 'Names an attack as its purpose',
};
