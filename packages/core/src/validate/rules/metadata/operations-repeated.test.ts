import { documentBehaving, documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { operationsRepeated } from './operations-repeated.ts';

const BAD = { operations: ['read', 'read'] };
const at = '/tool/metadata/behavior';

ruleTable(operationsRepeated, {
  rejects: [
    [
      'an operation named twice, in _meta of an MCP tool',
      mcpToolWith({ annotations: undefined, _meta: { 'dev.toolmark/metadata': { behavior: BAD } } }),
      '/_meta/dev.toolmark~1metadata/behavior',
    ],
    [
      "an operation named twice, in Arcade's metadata",
      mcpToolWith({ annotations: undefined, _meta: { arcade: { metadata: { behavior: BAD } } } }),
      '/_meta/arcade/metadata/behavior',
    ],
    ['an operation named twice, even when the author says strict false', documentBehaving(BAD, { strict: false }), at],
    ['an operation named twice', documentBehaving(BAD), at],
    [
      'several operations repeated, reported once',
      documentBehaving({ operations: ['read', 'update', 'read', 'update', 'read'] }),
      at,
    ],
  ],
  accepts: [
    ['metadata of the wrong shape, which is reported already', documentBehaving({ ...BAD, surprise: 1 })],
    ['operations of the wrong type, which are reported already', documentBehaving({ ...BAD, operations: 'read' })],
    ['behaviour of the wrong type', documentBehaving([BAD])],
    ['each operation once', documentBehaving({ operations: ['read', 'create', 'update', 'delete', 'opaque'] })],
    ['an empty list', documentBehaving({ operations: [] })],
    ['no list', documentBehaving({})],
    ['a sound tool', documentWith({})],
  ],
});
