import { CAPABILITY_LEVELS, riskRank } from '../../../describe/index.ts';
import type { Rule } from '../../rule.ts';

export const capabilityLevel: Rule = {
  code: 'security.capability-level',
  severity: 'error',
  title: 'A capability needs a higher risk level.',
  advice: 'Raise risk_level to the level the capability needs, or remove the capability.',
  check({ capabilities, security }) {
    const declared = security.risk_level;
    if (declared === undefined) return [];
    return capabilities
      .filter(({ capability }) => riskRank(CAPABILITY_LEVELS[capability]) > riskRank(declared))
      .map(({ capability, pointer }) => ({
        pointer,
        message: `${capability} needs the risk level ${CAPABILITY_LEVELS[capability]}, but ${declared} is declared.`,
      }));
  },
};
