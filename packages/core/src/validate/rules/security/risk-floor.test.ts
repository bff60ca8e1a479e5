import type { Json } from '../../../base/index.ts';
import { documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { riskFloor } from './risk-floor.ts';

const behavior = '/tool/metadata/behavior';
const operating = (risk_level: Json, operations: Json, flags: { readonly [flag: string]: Json } = {}): Json =>
  documentWith({ security: { risk_level }, metadata: { behavior: { operations, ...flags } } });
const permitted = (risk_level: Json, ...required_permissions: Json[]): Json =>
  documentWith({ security: { risk_level, required_permissions } });

ruleTable(riskFloor, {
  rejects: [
    ['deleting at medium', operating('medium', ['delete']), `${behavior}/operations/0`],
    ['an opaque effect at low', operating('low', ['read', 'opaque']), `${behavior}/operations/1`],
    [
      'creating and updating at low',
      operating('low', ['create', 'update']),
      `${behavior}/operations/0`,
      `${behavior}/operations/1`,
    ],
    ['destruction at medium', operating('medium', ['update'], { destructive: true }), `${behavior}/destructive`],
    [
      'powerful permissions, however they are spelled',
      permitted('medium', 'SUDO', 'shell:run', 'runAsRoot', 'db.admin'),
      ...[0, 1, 2, 3].map(i => `/tool/security/required_permissions/${i}`),
    ],
    [
      'a powerful permission with a control character',
      permitted('low', 'exec\u001b[2K'),
      '/tool/security/required_permissions/0',
    ],
  ],
  accepts: [
    ['a level nobody knows, which is reported already', operating('tiny', ['delete'])],
    ['operations of the wrong type, which are reported already', operating('low', 'delete')],
    ['an operation nobody knows, which is reported already', operating('low', ['destroy'])],
    ['permissions of the wrong type', permitted('low', 'sudo', 7)],
    [
      'words that only contain a powerful one',
      permitted('low', 'administrative:read', 'rooted', 'executive', 'shellfish'),
    ],
    ['deleting at high', operating('high', ['delete', 'opaque'], { destructive: true })],
    ['reading at low', operating('low', ['read'])],
    ['powerful permissions at high', permitted('high', 'sudo', 'admin')],
    [
      'an MCP tool, which declares no level',
      mcpToolWith({ annotations: { readOnlyHint: false, destructiveHint: true } }),
    ],
  ],
});
