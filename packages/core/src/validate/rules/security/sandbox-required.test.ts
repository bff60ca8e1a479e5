import type { Json } from '../../../base/index.ts';
import { documentWith, ruleTable } from '../rule-table.ts';
import { sandboxRequired } from './sandbox-required.ts';

const running = (risk_level: Json, sandboxing_required: Json | undefined): Json =>
  documentWith({ security: { risk_level, sandboxing_required } });
const place = '/tool/security/sandboxing_required';

ruleTable(sandboxRequired, {
  rejects: [
    ['medium without a sandbox', running('medium', false), place],
    ['high without a sandbox', running('high', false), place],
    ['critical without a sandbox', running('critical', false), place],
  ],
  accepts: [
    ['the word false, which is reported already', running('high', 'false')],
    ['null, which is reported already', running('high', null)],
    ['a missing answer, which is reported already', running('high', undefined)],
    ['a level nobody knows, which is reported already', running('extreme', false)],
    ['low without a sandbox', running('low', false)],
    ['low with a sandbox', running('low', true)],
    ['critical with a sandbox', running('critical', true)],
  ],
});
