import { documentBehaving, documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { readOnlyDestructive } from './read-only-destructive.ts';

const BAD = { read_only: true, destructive: true };
const at = '/tool/metadata/behavior';

ruleTable(readOnlyDestructive, {
  rejects: [
    [
      'read-only and destructive, in _meta of an MCP tool',
      mcpToolWith({ annotations: undefined, _meta: { 'dev.toolmark/metadata': { behavior: BAD } } }),
      '/_meta/dev.toolmark~1metadata/behavior',
    ],
    [
      "read-only and destructive, in Arcade's metadata",
      mcpToolWith({ annotations: undefined, _meta: { arcade: { metadata: { behavior: BAD } } } }),
      '/_meta/arcade/metadata/behavior',
    ],
    [
      'read-only and destructive, as hints',
      mcpToolWith({ annotations: { readOnlyHint: true, destructiveHint: true } }),
      '/annotations',
    ],
    ['read-only and destructive, even when the author says strict false', documentBehaving(BAD, { strict: false }), at],
    ['read-only and destructive', documentBehaving(BAD), at],
    [
      'both beside a reading operation',
      documentBehaving({ operations: ['read'], read_only: true, destructive: true }),
      at,
    ],
  ],
  accepts: [
    ['metadata of the wrong shape, which is reported already', documentBehaving({ ...BAD, surprise: 1 })],
    ['operations of the wrong type, which are reported already', documentBehaving({ ...BAD, operations: 'read' })],
    ['behaviour of the wrong type', documentBehaving([BAD])],
    ['destructive null', documentBehaving({ read_only: true, destructive: null })],
    ['read-only and not destructive', documentBehaving({ read_only: true, destructive: false })],
    ['destructive and not read-only', documentBehaving({ read_only: false, destructive: true })],
    ['destructive alone', documentBehaving({ destructive: true })],
    ['a sound tool', documentWith({})],
  ],
});
