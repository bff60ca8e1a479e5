import { child, isJsonObject, member } from '../../../base/index.ts';
import type { Rule } from '../../rule.ts';

export const nullHint: Rule = {
  code: 'metadata.null-hint',
  severity: 'warning',
  title: 'An annotation is null.',
  advice: 'Remove it: MCP allows only true and false, and strict clients reject the whole list.',
  check({ kind, tool, at }) {
    const annotations = member(tool, 'annotations');
    if (kind !== 'mcp' || !isJsonObject(annotations)) return [];
    return Object.keys(annotations)
      .filter(key => annotations[key] === null)
      .map(key => ({
        pointer: child(`${at.tool}/annotations`, key),
        message: 'An annotation must not be null.',
      }));
  },
};
