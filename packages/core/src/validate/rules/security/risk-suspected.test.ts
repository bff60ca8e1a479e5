import { documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { riskSuspected } from './risk-suspected.ts';

const low = { security: { risk_level: 'low' } };

ruleTable(riskSuspected, {
  rejects: [
    ['a name that speaks of a shell', documentWith({ name: 'run_shell', ...low }), '/tool/name'],
    ['the same in capitals and without a separator', documentWith({ name: 'RunShell', ...low }), '/tool/name'],
    [
      'a parameter that takes commands',
      documentWith({ ...low, parameters: { properties: { command: {} } } }),
      '/tool/parameters/properties/command',
    ],
    [
      'a parameter that takes code',
      documentWith({ ...low, parameters: { properties: { code: {} } } }),
      '/tool/parameters/properties/code',
    ],
    [
      'a choice that deletes',
      documentWith({ ...low, parameters: { properties: { action: { enum: ['list', 'delete'] } } } }),
      '/tool/parameters/properties/action/enum/1',
    ],
    [
      'a text that speaks of running code',
      documentWith({ ...low, description: 'Runs a bash script.' }),
      '/tool/description',
    ],
    ['only the gravest of several words', documentWith({ name: 'delete_shell', ...low }), '/tool/name'],
    [
      'a parameter with a name that steers a terminal',
      documentWith({ ...low, parameters: { properties: { 'x\u001b exec': {} } } }),
      '/tool/parameters/properties/x\u001b exec',
    ],
  ],
  accepts: [
    [
      'a level nobody knows, which is reported already',
      documentWith({ name: 'run_shell', security: { risk_level: 'LOW' } }),
    ],
    [
      'names and parameters of the wrong type',
      documentWith({ name: 7, description: null, parameters: ['exec'], ...low }),
    ],
    [
      'words that only contain a grave one',
      documentWith({ name: 'format_shellfish', description: 'Evaluates executives.', ...low }),
    ],
    ['a country code', documentWith({ ...low, parameters: { properties: { country_code: {} } } })],
    ['a shell at critical', documentWith({ name: 'run_shell', security: { risk_level: 'critical' } })],
    ['a sound tool', documentWith({})],
    ['an MCP tool, which declares no level', mcpToolWith({ name: 'run_shell' })],
  ],
});
