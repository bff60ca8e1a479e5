import { documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { databaseCapability } from './database-capability.ts';

const none = { network_access: 'none', file_access: 'none' };

ruleTable(databaseCapability, {
  rejects: [
    [
      'a database behind neither network nor files',
      documentWith({ capabilities: ['database_access'], security: none }),
      '/tool/capabilities/0',
    ],
    [
      'the same among other capabilities and strangers',
      documentWith({ capabilities: [7, 'time_travel', 'database_access'], security: none }),
      '/tool/capabilities/2',
    ],
    [
      'the capability twice, at both places',
      documentWith({ capabilities: ['database_access', 'database_access'], security: none }),
      '/tool/capabilities/0',
      '/tool/capabilities/1',
    ],
  ],
  accepts: [
    [
      'an access of the wrong type, which is reported already',
      documentWith({ capabilities: ['database_access'], security: { ...none, file_access: 'all' } }),
    ],
    ['capabilities that are no list', documentWith({ capabilities: 'database_access', security: none })],
    [
      'a database in a file',
      documentWith({ capabilities: ['database_access'], security: { ...none, file_access: 'read' } }),
    ],
    [
      'a database on this machine',
      documentWith({ capabilities: ['database_access'], security: { ...none, network_access: 'local' } }),
    ],
    ['no database', documentWith({ capabilities: ['user_interaction'], security: none })],
    ['an MCP tool, which declares no capabilities', mcpToolWith({ capabilities: ['database_access'], security: none })],
  ],
});
