import { documentBehaving, documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { deleteNotDestructive } from './delete-not-destructive.ts';

const BAD = { operations: ['delete'], destructive: false };
const at = '/tool/metadata/behavior';

ruleTable(deleteNotDestructive, {
  rejects: [
    [
      'deletion that destroys nothing, in _meta of an MCP tool',
      mcpToolWith({ annotations: undefined, _meta: { 'dev.toolmark/metadata': { behavior: BAD } } }),
      '/_meta/dev.toolmark~1metadata/behavior',
    ],
    [
      "deletion that destroys nothing, in Arcade's metadata",
      mcpToolWith({ annotations: undefined, _meta: { arcade: { metadata: { behavior: BAD } } } }),
      '/_meta/arcade/metadata/behavior',
    ],
    [
      'deletion that destroys nothing, as a warning once the author says strict false',
      documentBehaving(BAD, { strict: false }),
      ['/tool/metadata/behavior', 'warning'],
    ],
    ['deletion that destroys nothing', documentBehaving(BAD), at],
    [
      'deletion among other operations',
      documentBehaving({ operations: ['read', 'delete'], destructive: false, read_only: false }),
      at,
    ],
  ],
  accepts: [
    ['metadata of the wrong shape, which is reported already', documentBehaving({ ...BAD, surprise: 1 })],
    ['operations of the wrong type, which are reported already', documentBehaving({ ...BAD, operations: 'read' })],
    ['behaviour of the wrong type', documentBehaving([BAD])],
    ['deletion with destructive undeclared', documentBehaving({ operations: ['delete'] })],
    ['deletion with destructive null', documentBehaving({ operations: ['delete'], destructive: null })],
    ['deletion that is declared destructive', documentBehaving({ operations: ['delete'], destructive: true })],
    ['an update that destroys nothing', documentBehaving({ operations: ['update'], destructive: false })],
    ['no operations', documentBehaving({ destructive: false })],
    ['a sound tool', documentWith({})],
  ],
});
