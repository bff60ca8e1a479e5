import { documentBehaving, documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { mutatingReadOnly } from './mutating-read-only.ts';

const BAD = { operations: ['create'], read_only: true };
const at = '/tool/metadata/behavior';

ruleTable(mutatingReadOnly, {
  rejects: [
    [
      'creation that is read-only, in _meta of an MCP tool',
      mcpToolWith({ annotations: undefined, _meta: { 'dev.toolmark/metadata': { behavior: BAD } } }),
      '/_meta/dev.toolmark~1metadata/behavior',
    ],
    [
      "creation that is read-only, in Arcade's metadata",
      mcpToolWith({ annotations: undefined, _meta: { arcade: { metadata: { behavior: BAD } } } }),
      '/_meta/arcade/metadata/behavior',
    ],
    [
      'creation that is read-only, half as a hint',
      mcpToolWith({
        annotations: { readOnlyHint: true },
        _meta: { 'dev.toolmark/metadata': { behavior: { operations: ['create'] } } },
      }),
      '/_meta/dev.toolmark~1metadata/behavior',
    ],
    [
      'creation that is read-only, as a warning once the author says strict false',
      documentBehaving(BAD, { strict: false }),
      ['/tool/metadata/behavior', 'warning'],
    ],
    ['creation that is read-only', documentBehaving(BAD), at],
    [
      'updates and deletions that are read-only',
      documentBehaving({ operations: ['read', 'update', 'delete'], read_only: true }),
      at,
    ],
  ],
  accepts: [
    ['metadata of the wrong shape, which is reported already', documentBehaving({ ...BAD, surprise: 1 })],
    ['operations of the wrong type, which are reported already', documentBehaving({ ...BAD, operations: 'read' })],
    ['behaviour of the wrong type', documentBehaving([BAD])],
    ['creation with read_only undeclared', documentBehaving({ operations: ['create'] })],
    ['creation with read_only null', documentBehaving({ operations: ['create'], read_only: null })],
    ['creation that is not read-only', documentBehaving({ operations: ['create'], read_only: false })],
    ['reading that is read-only', documentBehaving({ operations: ['read'], read_only: true })],
    ['an opaque effect, which another rule judges', documentBehaving({ operations: ['opaque'], read_only: true })],
    ['a sound tool', documentWith({})],
  ],
});
