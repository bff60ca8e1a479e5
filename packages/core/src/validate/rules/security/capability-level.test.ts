import type { Json } from '../../../base/index.ts';
import { documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { capabilityLevel } from './capability-level.ts';

const at = (risk_level: Json | undefined, ...capabilities: Json[]): Json =>
  documentWith({ capabilities, security: { risk_level } });

ruleTable(capabilityLevel, {
  rejects: [
    ['running commands below critical', at('high', 'execute_command'), '/tool/capabilities/0'],
    ['administration below critical', at('high', 'admin_operation'), '/tool/capabilities/0'],
    [
      'databases and system information at medium',
      at('medium', 'database_access', 'system_info'),
      '/tool/capabilities/0',
      '/tool/capabilities/1',
    ],
    [
      'writing and requests at low',
      at('low', 'write_file', 'network_request'),
      '/tool/capabilities/0',
      '/tool/capabilities/1',
    ],
    [
      'only those that need more',
      at('low', 'read_file', 'execute_command', 'user_interaction'),
      '/tool/capabilities/1',
    ],
    ['a known one behind strangers', at('low', null, 'EXECUTE_COMMAND', 'write_file'), '/tool/capabilities/2'],
  ],
  accepts: [
    ['a level nobody knows, which is reported already', at('none', 'execute_command')],
    ['a level that every object has', at('constructor', 'execute_command')],
    ['no level', at(undefined, 'execute_command')],
    ['reading and asking at low', at('low', 'read_file', 'user_interaction')],
    [
      'asking at critical, which the original refuses',
      at('critical', 'user_interaction', 'read_file', 'database_access'),
    ],
    ['commands at critical', at('critical', 'execute_command', 'admin_operation')],
    [
      'an MCP tool, which declares none',
      mcpToolWith({ capabilities: ['execute_command'], security: { risk_level: 'low' } }),
    ],
  ],
});
