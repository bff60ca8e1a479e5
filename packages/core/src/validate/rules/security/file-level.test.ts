import type { Json } from '../../../base/index.ts';
import { documentWith, ruleTable } from '../rule-table.ts';
import { fileLevel } from './file-level.ts';

const granting = (risk_level: Json, file_access: Json | undefined): Json =>
  documentWith({ security: { risk_level, file_access } });
const place = '/tool/security/file_access';

ruleTable(fileLevel, {
  rejects: [
    ['writing at low', granting('low', 'write'), place],
    ['everything at low', granting('low', 'full'), place],
    ['everything at medium', granting('medium', 'full'), place],
  ],
  accepts: [
    ['an access nobody knows, which is reported already', granting('low', 'everything')],
    ['a level nobody knows, which is reported already', granting('lowest', 'full')],
    ['an access that is missing', granting('low', undefined)],
    ['reading at low', granting('low', 'read')],
    ['writing at medium', granting('medium', 'write')],
    ['everything at high', granting('high', 'full')],
    ['nothing at critical', granting('critical', 'none')],
  ],
});
