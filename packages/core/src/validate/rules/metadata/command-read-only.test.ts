import { documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { commandReadOnly } from './command-read-only.ts';

const taking = (name: string, schema = {}): object => ({
  type: 'object',
  properties: { [name]: { type: 'string', ...schema } },
});

ruleTable(commandReadOnly, {
  rejects: [
    ['a command, with a hint', mcpToolWith({ inputSchema: taking('command') as never }), '/annotations'],
    ['a shell command in camel case', mcpToolWith({ inputSchema: taking('shellCommand') as never }), '/annotations'],
    ['a command in a document', documentWith({ parameters: taking('cmd') as never }), '/tool/metadata/behavior'],
  ],
  accepts: [
    ['no command', mcpToolWith({})],
    [
      'a command, not read-only',
      mcpToolWith({ annotations: { readOnlyHint: false }, inputSchema: taking('command') as never }),
    ],
    ['a command, undeclared', mcpToolWith({ annotations: undefined, inputSchema: taking('command') as never })],
    ['a query', mcpToolWith({ inputSchema: taking('query') as never })],
  ],
});
