import { documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { capabilityNotDestructive } from './capability-not-destructive.ts';

const at = '/tool/metadata/behavior';

ruleTable(capabilityNotDestructive, {
  rejects: [
    ['running commands', documentWith({ capabilities: ['execute_command'] }), at],
    [
      'running commands, as a warning once the author says strict false',
      documentWith({ capabilities: ['execute_command'], metadata: { strict: false } }),
      [at, 'warning'],
    ],
  ],
  accepts: [
    [
      'running commands with destructive undeclared',
      documentWith({ capabilities: ['execute_command'], metadata: { behavior: { destructive: undefined } } }),
    ],
    [
      'running commands with destructive true',
      documentWith({ capabilities: ['execute_command'], metadata: { behavior: { destructive: true } } }),
    ],
    ['writing files, which need not replace any', documentWith({ capabilities: ['write_file'] })],
    ['an MCP tool, which has no capabilities', mcpToolWith({})],
  ],
});
