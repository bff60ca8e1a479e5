import { FILE_ACCESS } from '../../access.ts';
import type { Rule } from '../../rule.ts';
import { LEVEL_REQUIREMENTS } from './risk-table.ts';

export const fileLevel: Rule = {
  code: 'security.file-level',
  severity: 'error',
  title: 'File access exceeds the risk level.',
  advice: 'Reduce file_access, or raise risk_level.',
  check({ security: { risk_level, file_access } }) {
    if (risk_level === undefined || file_access === undefined) return [];
    const permitted = LEVEL_REQUIREMENTS[risk_level].maxFile;
    if (FILE_ACCESS.indexOf(file_access) <= FILE_ACCESS.indexOf(permitted)) return [];
    return [
      {
        pointer: '/tool/security/file_access',
        message: `The risk level ${risk_level} permits at most ${permitted}, but file_access is ${file_access}.`,
      },
    ];
  },
};
