import { quoteInert } from '../../../base/index.ts';
import { OPERATION_LEVELS, type RiskLevel, riskRank, wordsOf } from '../../../describe/index.ts';
import type { Offence, Rule } from '../../rule.ts';
import type { Subject } from '../../subject.ts';

/** Words in a permission that imply control of the whole machine. */
const POWERFUL = ['exec', 'execute', 'shell', 'sudo', 'root', 'admin', 'superuser'];

export const riskFloor: Rule = {
  code: 'security.risk-floor',
  severity: 'error',
  title: 'The declared risk level is lower than the other declarations require.',
  advice: 'Raise risk_level, or correct the declaration.',
  check(subject) {
    const declared = subject.security.risk_level;
    if (declared === undefined) return [];
    return [...behaviorFloors(subject), ...permissionFloors(subject)]
      .filter(({ level }) => riskRank(level) > riskRank(declared))
      .map(({ level, pointer, because }) => ({
        pointer,
        message: `${because} requires the risk level ${level}, but ${declared} is declared.`,
      }));
  },
};

interface Floor extends Pick<Offence, 'pointer'> {
  readonly level: RiskLevel;
  readonly because: string;
}

function behaviorFloors({ metadata, at }: Subject): Floor[] {
  const { operations = [], destructive } = metadata?.behavior ?? {};
  const pointer = `${at.metadata}/behavior`;
  const floors: Floor[] = operations.map((operation, index) => ({
    level: OPERATION_LEVELS[operation],
    pointer: `${pointer}/operations/${index}`,
    because: `The operation ${operation}`,
  }));
  if (destructive === true)
    floors.push({ level: 'high', pointer: `${pointer}/destructive`, because: 'destructive true' });
  return floors;
}

function permissionFloors({ security }: Subject): Floor[] {
  return (security.required_permissions ?? []).flatMap<Floor>((permission, index) =>
    wordsOf(permission).some(word => POWERFUL.includes(word))
      ? [
          {
            level: 'high',
            pointer: `/tool/security/required_permissions/${index}`,
            because: `The permission ${quoteInert(permission)}`,
          },
        ]
      : [],
  );
}
