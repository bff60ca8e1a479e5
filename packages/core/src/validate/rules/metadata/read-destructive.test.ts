import { documentBehaving, documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { readDestructive } from './read-destructive.ts';

const BAD = { operations: ['read'], destructive: true };
const at = '/tool/metadata/behavior';

ruleTable(readDestructive, {
  rejects: [
    [
      'reading that destroys, in _meta of an MCP tool',
      mcpToolWith({ annotations: undefined, _meta: { 'dev.toolmark/metadata': { behavior: BAD } } }),
      '/_meta/dev.toolmark~1metadata/behavior',
    ],
    [
      "reading that destroys, in Arcade's metadata",
      mcpToolWith({ annotations: undefined, _meta: { arcade: { metadata: { behavior: BAD } } } }),
      '/_meta/arcade/metadata/behavior',
    ],
    [
      'reading that destroys, as a warning once the author says strict false',
      documentBehaving(BAD, { strict: false }),
      ['/tool/metadata/behavior', 'warning'],
    ],
    ['reading that destroys', documentBehaving(BAD), at],
    ['reading twice', documentBehaving({ operations: ['read', 'read'], destructive: true, read_only: false }), at],
  ],
  accepts: [
    ['metadata of the wrong shape, which is reported already', documentBehaving({ ...BAD, surprise: 1 })],
    ['operations of the wrong type, which are reported already', documentBehaving({ ...BAD, operations: 'read' })],
    ['behaviour of the wrong type', documentBehaving([BAD])],
    [
      'reading that is read-only and destructive, which another rule judges',
      documentBehaving({ operations: ['read'], destructive: true, read_only: true }),
    ],
    ['reading with destructive undeclared', documentBehaving({ operations: ['read'] })],
    ['reading and deleting', documentBehaving({ operations: ['read', 'delete'], destructive: true })],
    ['no operations', documentBehaving({ destructive: true })],
    ['an empty list', documentBehaving({ operations: [], destructive: true })],
    ['a sound tool', documentWith({})],
  ],
});
