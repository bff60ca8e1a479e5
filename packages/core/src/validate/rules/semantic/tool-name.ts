import { quoteInert } from '../../../base/index.ts';
import type { Rule } from '../../rule.ts';

export const toolName: Rule = {
  code: 'semantic.tool-name',
  severity: 'warning',
  title: 'Some clients reject the name of the tool.',
  advice: 'Use 1 to 128 letters, digits, "_", "-" and ".", as MCP recommends.',
  check({ kind, name, at }) {
    if (kind !== 'mcp' || name === undefined || /^[A-Za-z0-9_.-]{1,128}$/.test(name)) return [];
    return [{ pointer: `${at.tool}/name`, message: `${quoteInert(name)} does not follow the naming rules of MCP.` }];
  },
};
