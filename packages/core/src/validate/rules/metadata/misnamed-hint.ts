import { isJsonObject, member } from '../../../base/index.ts';
import { FLAGS } from '../../../describe/index.ts';
import type { Rule } from '../../rule.ts';

const MEANT: ReadonlyMap<string, string> = new Map(
  FLAGS.flatMap(({ flag, hint }) => [
    [flag.replace('_', ''), hint],
    [hint.toLowerCase(), hint],
  ]),
);

export const misnamedHint: Rule = {
  code: 'metadata.misnamed-hint',
  severity: 'warning',
  title: 'An annotation looks like a hint but is not spelled as MCP spells it.',
  advice: 'Use readOnlyHint, destructiveHint, idempotentHint or openWorldHint: clients ignore other spellings.',
  check({ kind, tool, at }) {
    const annotations = member(tool, 'annotations');
    if (kind !== 'mcp' || !isJsonObject(annotations)) return [];
    return Object.keys(annotations).flatMap(key => {
      const meant = MEANT.get(key.replace(/[_-]/g, '').toLowerCase());
      if (meant === undefined || meant === key) return [];
      return [{ pointer: `${at.tool}/annotations/${key}`, message: `${key} is not a hint of MCP; ${meant} is.` }];
    });
  },
};
