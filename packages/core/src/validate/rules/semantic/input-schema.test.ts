import { documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { inputSchema } from './input-schema.ts';

ruleTable(inputSchema, {
  rejects: [
    ['a root of type string', mcpToolWith({ inputSchema: { type: 'string' } }), '/inputSchema'],
    ['a root that may also be null', mcpToolWith({ inputSchema: { type: ['object', 'null'] } }), '/inputSchema'],
    ['a root without a type', mcpToolWith({ inputSchema: { type: undefined } }), '/inputSchema'],
    ['the type in other letters', mcpToolWith({ inputSchema: { type: 'Object' } }), '/inputSchema'],
    ['no input schema', mcpToolWith({ inputSchema: undefined }), ''],
  ],
  accepts: [
    ['a schema of the wrong type, which is reported already', mcpToolWith({ inputSchema: [] })],
    ['something that is no tool at all', 'tool'],
    ['a document, which says parameters', documentWith({ inputSchema: { type: 'string' } })],
    ['an object without properties', { name: 'ping', inputSchema: { type: 'object' } }],
    ['an object with properties', mcpToolWith({})],
  ],
});
