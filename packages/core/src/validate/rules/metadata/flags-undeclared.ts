import { FLAGS } from '../../../describe/index.ts';
import type { Rule } from '../../rule.ts';

export const flagsUndeclared: Rule = {
  code: 'metadata.flags-undeclared',
  severity: 'info',
  title: 'The tool does not declare all behavior flags.',
  advice: 'Declare all four flags: clients assume the worst for undeclared ones.',
  check({ metadata, at, kind }) {
    const behavior = metadata?.behavior ?? {};
    const missing = FLAGS.filter(({ flag }) => behavior[flag] === undefined);
    if (missing.length === 0) return [];
    const names = missing.map(({ flag, hint }) => (kind === 'mcp' ? hint : flag));
    return [{ pointer: at.tool, message: `Not declared: ${names.join(', ')}.` }];
  },
};
