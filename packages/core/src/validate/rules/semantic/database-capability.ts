import type { Rule } from '../../rule.ts';
import { declaring } from '../../subject.ts';

export const databaseCapability: Rule = {
  code: 'semantic.database-capability',
  severity: 'error',
  title: 'The tool uses a database without network or file access.',
  advice: 'Grant the network or file access that the database needs.',
  check(subject) {
    const { network_access, file_access } = subject.security;
    if (network_access !== 'none' || file_access !== 'none') return [];
    return declaring(subject, ['database_access']).map(({ pointer }) => ({
      pointer,
      message: 'database_access needs network or file access, but both are none.',
    }));
  },
};
