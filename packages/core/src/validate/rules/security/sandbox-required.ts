import type { Rule } from '../../rule.ts';
import { LEVEL_REQUIREMENTS } from './risk-table.ts';

export const sandboxRequired: Rule = {
  code: 'security.sandbox-required',
  severity: 'error',
  title: 'The risk level requires a sandbox.',
  advice: 'Set sandboxing_required to true: only low-risk tools can run without a sandbox.',
  check({ security: { risk_level, sandboxing_required } }) {
    if (risk_level === undefined || sandboxing_required !== false || !LEVEL_REQUIREMENTS[risk_level].needsSandbox)
      return [];
    return [
      {
        pointer: '/tool/security/sandboxing_required',
        message: `A tool of risk level ${risk_level} must require a sandbox.`,
      },
    ];
  },
};
