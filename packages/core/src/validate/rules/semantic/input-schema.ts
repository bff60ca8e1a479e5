import { isJsonObject, member } from '../../../base/index.ts';
import type { Rule } from '../../rule.ts';

export const inputSchema: Rule = {
  code: 'semantic.input-schema',
  severity: 'error',
  title: 'An MCP tool has no input schema, or one whose root is not an object.',
  advice: 'Add an inputSchema with "type": "object"; leave out properties if there are no parameters.',
  check({ kind, tool, parameters, at }) {
    if (kind !== 'mcp' || Object.keys(tool).length === 0) return [];
    if (parameters === undefined) return [{ pointer: at.tool, message: 'The member "inputSchema" is missing.' }];
    if (!isJsonObject(parameters) || member(parameters, 'type') === 'object') return [];
    return [{ pointer: at.parameters, message: 'The root of the input schema must have "type": "object".' }];
  },
};
