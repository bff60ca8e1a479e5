import { documentBehaving, documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { opaqueIdempotent } from './opaque-idempotent.ts';

const BAD = { operations: ['opaque'], idempotent: true };
const at = '/tool/metadata/behavior';

ruleTable(opaqueIdempotent, {
  rejects: [
    [
      'an opaque effect that may be repeated, in _meta of an MCP tool',
      mcpToolWith({ annotations: undefined, _meta: { 'dev.toolmark/metadata': { behavior: BAD } } }),
      '/_meta/dev.toolmark~1metadata/behavior',
    ],
    [
      "an opaque effect that may be repeated, in Arcade's metadata",
      mcpToolWith({ annotations: undefined, _meta: { arcade: { metadata: { behavior: BAD } } } }),
      '/_meta/arcade/metadata/behavior',
    ],
    [
      'an opaque effect that may be repeated, even when the author says strict false',
      documentBehaving(BAD, { strict: false }),
      at,
    ],
    ['an opaque effect that may be repeated', documentBehaving(BAD), at],
    ['an opaque effect among others', documentBehaving({ operations: ['create', 'opaque'], idempotent: true }), at],
  ],
  accepts: [
    ['metadata of the wrong shape, which is reported already', documentBehaving({ ...BAD, surprise: 1 })],
    ['operations of the wrong type, which are reported already', documentBehaving({ ...BAD, operations: 'read' })],
    ['behaviour of the wrong type', documentBehaving([BAD])],
    ['an opaque effect with idempotent undeclared', documentBehaving({ operations: ['opaque'] })],
    ['an opaque effect that is not idempotent', documentBehaving({ operations: ['opaque'], idempotent: false })],
    ['an idempotent update', documentBehaving({ operations: ['update'], idempotent: true })],
    ['a sound tool', documentWith({})],
  ],
});
