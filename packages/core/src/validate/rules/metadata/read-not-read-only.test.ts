import { documentBehaving, documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { readNotReadOnly } from './read-not-read-only.ts';

const BAD = { operations: ['read'], read_only: false };
const at = '/tool/metadata/behavior';

ruleTable(readNotReadOnly, {
  rejects: [
    [
      'reading that is not read-only, in _meta of an MCP tool',
      mcpToolWith({ annotations: undefined, _meta: { 'dev.toolmark/metadata': { behavior: BAD } } }),
      '/_meta/dev.toolmark~1metadata/behavior',
    ],
    [
      "reading that is not read-only, in Arcade's metadata",
      mcpToolWith({ annotations: undefined, _meta: { arcade: { metadata: { behavior: BAD } } } }),
      '/_meta/arcade/metadata/behavior',
    ],
    [
      'reading that is not read-only, even when the author says strict false',
      documentBehaving(BAD, { strict: false }),
      at,
    ],
    ['reading that is not read-only', documentBehaving(BAD), at],
    ['reading twice', documentBehaving({ operations: ['read', 'read'], read_only: false }), at],
  ],
  accepts: [
    ['metadata of the wrong shape, which is reported already', documentBehaving({ ...BAD, surprise: 1 })],
    ['operations of the wrong type, which are reported already', documentBehaving({ ...BAD, operations: 'read' })],
    ['behaviour of the wrong type', documentBehaving([BAD])],
    ['reading with read_only undeclared', documentBehaving({ operations: ['read'] })],
    ['reading that is read-only', documentBehaving({ operations: ['read'], read_only: true })],
    ['reading and creating', documentBehaving({ operations: ['read', 'create'], read_only: false })],
    ['no operations', documentBehaving({ read_only: false })],
    ['an empty list', documentBehaving({ operations: [], read_only: false })],
    ['a sound tool', documentWith({})],
  ],
});
