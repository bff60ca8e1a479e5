import { documentBehaving, documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { opaqueReadOnly } from './opaque-read-only.ts';

const BAD = { operations: ['opaque'], read_only: true };
const at = '/tool/metadata/behavior';

ruleTable(opaqueReadOnly, {
  rejects: [
    [
      'an opaque effect that is read-only, in _meta of an MCP tool',
      mcpToolWith({ annotations: undefined, _meta: { 'dev.toolmark/metadata': { behavior: BAD } } }),
      '/_meta/dev.toolmark~1metadata/behavior',
    ],
    [
      "an opaque effect that is read-only, in Arcade's metadata",
      mcpToolWith({ annotations: undefined, _meta: { arcade: { metadata: { behavior: BAD } } } }),
      '/_meta/arcade/metadata/behavior',
    ],
    [
      'an opaque effect that is read-only, as a warning once the author says strict false',
      documentBehaving(BAD, { strict: false }),
      ['/tool/metadata/behavior', 'warning'],
    ],
    ['an opaque effect that is read-only', documentBehaving(BAD), at],
    ['an opaque effect among others', documentBehaving({ operations: ['read', 'opaque'], read_only: true }), at],
  ],
  accepts: [
    ['metadata of the wrong shape, which is reported already', documentBehaving({ ...BAD, surprise: 1 })],
    ['operations of the wrong type, which are reported already', documentBehaving({ ...BAD, operations: 'read' })],
    ['behaviour of the wrong type', documentBehaving([BAD])],
    ['an opaque effect with read_only undeclared', documentBehaving({ operations: ['opaque'] })],
    ['an opaque effect that is not read-only', documentBehaving({ operations: ['opaque'], read_only: false })],
    ['reading that is read-only', documentBehaving({ operations: ['read'], read_only: true })],
    ['a sound tool', documentWith({})],
  ],
});
