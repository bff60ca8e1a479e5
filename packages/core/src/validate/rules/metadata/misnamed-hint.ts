import { findMisnamedHints } from '../../../describe/index.ts';
import type { Rule } from '../../rule.ts';

export const misnamedHint: Rule = {
  code: 'metadata.misnamed-hint',
  severity: 'warning',
  title: 'An annotation resembles a hint of MCP but has another spelling.',
  advice: 'Use readOnlyHint, destructiveHint, idempotentHint or openWorldHint: clients ignore other spellings.',
  check: ({ kind, tool, at }) => (kind === 'mcp' ? findMisnamedHints(tool, at.tool) : []),
};
