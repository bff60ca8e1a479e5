import { documentBehaving, documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { operationsEmpty } from './operations-empty.ts';

const BAD = { operations: [] };
const at = '/tool/metadata/behavior';

ruleTable(operationsEmpty, {
  rejects: [
    [
      'an empty list, in _meta of an MCP tool',
      mcpToolWith({ annotations: undefined, _meta: { 'dev.toolmark/metadata': { behavior: BAD } } }),
      '/_meta/dev.toolmark~1metadata/behavior',
    ],
    [
      "an empty list, in Arcade's metadata",
      mcpToolWith({ annotations: undefined, _meta: { arcade: { metadata: { behavior: BAD } } } }),
      '/_meta/arcade/metadata/behavior',
    ],
    ['an empty list, even when the author says strict false', documentBehaving(BAD, { strict: false }), at],
    ['an empty list', documentBehaving(BAD), at],
    ['an empty list beside flags', documentBehaving({ operations: [], read_only: true }), at],
  ],
  accepts: [
    ['metadata of the wrong shape, which is reported already', documentBehaving({ ...BAD, surprise: 1 })],
    ['operations of the wrong type, which are reported already', documentBehaving({ ...BAD, operations: 'read' })],
    ['behaviour of the wrong type', documentBehaving([BAD])],
    ['no list', documentBehaving({ read_only: true })],
    ['one operation', documentBehaving({ operations: ['read'] })],
    ['no members at all', documentBehaving({})],
    ['a sound tool', documentWith({})],
  ],
});
