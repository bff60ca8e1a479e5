import type { Rule } from '../../rule.ts';
import { declaring } from '../../subject.ts';

export const fileCapability: Rule = {
  code: 'semantic.file-capability',
  severity: 'error',
  title: 'The tool uses files without sufficient file access.',
  advice: 'Set file_access to read, write or full as needed, or remove the capability.',
  check(subject) {
    const access = subject.security.file_access;
    if (access === undefined) return [];
    return declaring(subject, ['read_file', 'write_file'])
      .filter(({ capability }) => access === 'none' || (capability === 'write_file' && access === 'read'))
      .map(({ capability, pointer }) => ({
        pointer,
        message: `${capability} needs more file access than ${access}.`,
      }));
  },
};
