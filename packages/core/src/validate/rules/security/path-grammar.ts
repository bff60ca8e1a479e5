import { quoteInert } from '../../../base/index.ts';
import type { Rule } from '../../rule.ts';

/** Absolute, home, a variable, or a drive letter. Anything else depends on the working directory. */
const ROOTED = /^(\/|~\/|\$\{[A-Za-z_][A-Za-z0-9_]*\}|\$[A-Za-z_][A-Za-z0-9_]*|[A-Za-z]:[\\/])/;

export const pathGrammar: Rule = {
  code: 'security.path-grammar',
  severity: 'warning',
  title: 'An allowed path is relative or contains "..".',
  advice: 'Use an absolute path or a variable at the start, without "..". In schema 1.1 this is an error.',
  check({ security: { allowed_paths = [] }, schemaVersion }) {
    return allowed_paths.flatMap((path, index) => {
      const climbs = path.split(/[\\/]/).includes('..');
      if (ROOTED.test(path) && !climbs) return [];
      return [
        {
          pointer: `/tool/security/allowed_paths/${index}`,
          message: `${quoteInert(path)} ${climbs ? 'contains ".."' : 'is a relative path'}.`,
          ...(schemaVersion === '1.0' ? {} : { severity: 'error' }),
        },
      ];
    });
  },
};
