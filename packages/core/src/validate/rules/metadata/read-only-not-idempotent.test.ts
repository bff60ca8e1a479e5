import { documentBehaving, documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { readOnlyNotIdempotent } from './read-only-not-idempotent.ts';

const BAD = { read_only: true, idempotent: false };
const at = '/tool/metadata/behavior';

ruleTable(readOnlyNotIdempotent, {
  rejects: [
    [
      'read-only and not idempotent, in _meta of an MCP tool',
      mcpToolWith({ annotations: undefined, _meta: { 'dev.toolmark/metadata': { behavior: BAD } } }),
      '/_meta/dev.toolmark~1metadata/behavior',
    ],
    [
      "read-only and not idempotent, in Arcade's metadata",
      mcpToolWith({ annotations: undefined, _meta: { arcade: { metadata: { behavior: BAD } } } }),
      '/_meta/arcade/metadata/behavior',
    ],
    [
      'read-only and not idempotent, as hints',
      mcpToolWith({ annotations: { readOnlyHint: true, idempotentHint: false } }),
      '/annotations',
    ],
    [
      'read-only and not idempotent, even when the author says strict false',
      documentBehaving(BAD, { strict: false }),
      at,
    ],
    ['read-only and not idempotent', documentBehaving(BAD), at],
    [
      'both beside a reading operation',
      documentBehaving({ operations: ['read'], read_only: true, idempotent: false }),
      at,
    ],
  ],
  accepts: [
    ['metadata of the wrong shape, which is reported already', documentBehaving({ ...BAD, surprise: 1 })],
    ['operations of the wrong type, which are reported already', documentBehaving({ ...BAD, operations: 'read' })],
    ['behaviour of the wrong type', documentBehaving([BAD])],
    ['idempotent null', documentBehaving({ read_only: true, idempotent: null })],
    ['read-only and idempotent', documentBehaving({ read_only: true, idempotent: true })],
    ['not idempotent and not read-only', documentBehaving({ read_only: false, idempotent: false })],
    ['not idempotent alone', documentBehaving({ idempotent: false })],
    ['a sound tool', documentWith({})],
  ],
});
