import type { Json } from '../../../base/index.ts';
import { documentWith, ruleTable } from '../rule-table.ts';
import { unusedGrant } from './unused-grant.ts';

const granting = (risk_level: Json, capabilities: Json, network_access: Json, file_access: Json): Json =>
  documentWith({ capabilities, security: { risk_level, network_access, file_access } });
const network = '/tool/security/network_access';
const file = '/tool/security/file_access';

ruleTable(unusedGrant, {
  rejects: [
    ['every file for a tool that only asks', granting('high', ['user_interaction'], 'none', 'full'), file],
    [
      'both accesses unused, as errors at low',
      granting('low', ['user_interaction'], 'local', 'read'),
      [network, 'error'],
      [file, 'error'],
    ],
    [
      'files for a tool that only makes requests, as an error at medium',
      granting('medium', ['network_request'], 'internet', 'read'),
      [file, 'error'],
    ],
    ['the internet for a tool that only reads files', granting('critical', ['read_file'], 'internet', 'read'), network],
    ['an unused grant at a level nobody knows', granting('tiny', ['read_file'], 'internet', 'read'), network],
  ],
  accepts: [
    ['no capability that is known, which is reported already', granting('low', ['fly'], 'internet', 'full')],
    ['accesses nobody knows, which are reported already', granting('low', ['user_interaction'], 'all', 'all')],
    ['accesses that are used', granting('medium', ['read_file', 'network_request'], 'local', 'read')],
    ['a database behind either', granting('high', ['database_access'], 'internet', 'full')],
    ['commands, which may need both', granting('critical', ['execute_command'], 'internet', 'full')],
    ['nothing granted', granting('low', ['user_interaction'], 'none', 'none')],
  ],
});
