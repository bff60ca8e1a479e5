import type { Json } from '../../../base/index.ts';
import { documentWith, ruleTable } from '../rule-table.ts';
import { networkLevel } from './network-level.ts';

const granting = (risk_level: Json, network_access: Json | undefined): Json =>
  documentWith({ security: { risk_level, network_access } });

ruleTable(networkLevel, {
  rejects: [['the internet at low', granting('low', 'internet'), '/tool/security/network_access']],
  accepts: [
    ['an access nobody knows, which is reported already', granting('low', 'INTERNET')],
    ['a level nobody knows, which is reported already', granting('__proto__', 'internet')],
    ['an access that is missing', granting('low', undefined)],
    ['this machine at low', granting('low', 'local')],
    ['the internet at medium', granting('medium', 'internet')],
    ['the internet at critical', granting('critical', 'internet')],
  ],
});
