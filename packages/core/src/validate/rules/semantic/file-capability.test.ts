import type { Json } from '../../../base/index.ts';
import { documentWith, ruleTable } from '../rule-table.ts';
import { fileCapability } from './file-capability.ts';

const files = (capabilities: readonly string[], file_access: Json | undefined): Json =>
  documentWith({ capabilities, security: { file_access } });

ruleTable(fileCapability, {
  rejects: [
    ['writing with access to read only', files(['write_file'], 'read'), '/tool/capabilities/0'],
    ['writing without access', files(['write_file'], 'none'), '/tool/capabilities/0'],
    ['reading without access', files(['read_file'], 'none'), '/tool/capabilities/0'],
    [
      'both without access',
      files(['read_file', 'user_interaction', 'write_file'], 'none'),
      '/tool/capabilities/0',
      '/tool/capabilities/2',
    ],
    ['only the writing, when reading is granted', files(['read_file', 'write_file'], 'read'), '/tool/capabilities/1'],
  ],
  accepts: [
    ['an access nobody knows, which is reported already', files(['write_file'], 'READ')],
    ['an access that is missing', files(['write_file'], undefined)],
    ['reading with access to read', files(['read_file'], 'read')],
    ['writing with access to write', files(['read_file', 'write_file'], 'write')],
    ['writing with full access', files(['write_file'], 'full')],
    ['a tool that needs no files', files(['user_interaction'], 'none')],
  ],
});
