import { NETWORK_ACCESS } from '../../access.ts';
import type { Rule } from '../../rule.ts';
import { LEVEL_REQUIREMENTS } from './risk-table.ts';

export const networkLevel: Rule = {
  code: 'security.network-level',
  severity: 'error',
  title: 'Network access exceeds the risk level.',
  advice: 'Reduce network_access, or raise risk_level.',
  check({ security: { risk_level, network_access } }) {
    if (risk_level === undefined || network_access === undefined) return [];
    const permitted = LEVEL_REQUIREMENTS[risk_level].maxNetwork;
    if (NETWORK_ACCESS.indexOf(network_access) <= NETWORK_ACCESS.indexOf(permitted)) return [];
    return [
      {
        pointer: '/tool/security/network_access',
        message: `The risk level ${risk_level} permits at most ${permitted}, but network_access is ${network_access}.`,
      },
    ];
  },
};
