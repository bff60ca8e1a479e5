import { documentBehaving, documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { deleteUndeclared } from './delete-undeclared.ts';

const BAD = { operations: ['delete'] };
const at = '/tool/metadata/behavior';

ruleTable(deleteUndeclared, {
  rejects: [
    [
      'deletion with destructive undeclared, in _meta of an MCP tool',
      mcpToolWith({ annotations: undefined, _meta: { 'dev.toolmark/metadata': { behavior: BAD } } }),
      '/_meta/dev.toolmark~1metadata/behavior',
    ],
    [
      "deletion with destructive undeclared, in Arcade's metadata",
      mcpToolWith({ annotations: undefined, _meta: { arcade: { metadata: { behavior: BAD } } } }),
      '/_meta/arcade/metadata/behavior',
    ],
    [
      'deletion with destructive undeclared, even when the author says strict false',
      documentBehaving(BAD, { strict: false }),
      at,
    ],
    ['deletion with destructive undeclared', documentBehaving(BAD), at],
    ['deletion with destructive null', documentBehaving({ operations: ['update', 'delete'], destructive: null }), at],
  ],
  accepts: [
    ['metadata of the wrong shape, which is reported already', documentBehaving({ ...BAD, surprise: 1 })],
    ['operations of the wrong type, which are reported already', documentBehaving({ ...BAD, operations: 'read' })],
    ['behaviour of the wrong type', documentBehaving([BAD])],
    [
      'deletion that is declared harmless, which another rule judges',
      documentBehaving({ operations: ['delete'], destructive: false }),
    ],
    ['deletion that is declared destructive', documentBehaving({ operations: ['delete'], destructive: true })],
    ['an update', documentBehaving({ operations: ['update'] })],
    ['no operations', documentBehaving({})],
    ['a sound tool', documentWith({})],
  ],
});
