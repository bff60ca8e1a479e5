import { documentBehaving, documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { opaqueNotDestructive } from './opaque-not-destructive.ts';

const BAD = { operations: ['opaque'], destructive: false };
const at = '/tool/metadata/behavior';

ruleTable(opaqueNotDestructive, {
  rejects: [
    [
      'an opaque effect that destroys nothing, in _meta of an MCP tool',
      mcpToolWith({ annotations: undefined, _meta: { 'dev.toolmark/metadata': { behavior: BAD } } }),
      '/_meta/dev.toolmark~1metadata/behavior',
    ],
    [
      "an opaque effect that destroys nothing, in Arcade's metadata",
      mcpToolWith({ annotations: undefined, _meta: { arcade: { metadata: { behavior: BAD } } } }),
      '/_meta/arcade/metadata/behavior',
    ],
    [
      'an opaque effect that destroys nothing, as a warning once the author says strict false',
      documentBehaving(BAD, { strict: false }),
      ['/tool/metadata/behavior', 'warning'],
    ],
    ['an opaque effect that destroys nothing', documentBehaving(BAD), at],
    ['an opaque effect among others', documentBehaving({ operations: ['read', 'opaque'], destructive: false }), at],
  ],
  accepts: [
    ['metadata of the wrong shape, which is reported already', documentBehaving({ ...BAD, surprise: 1 })],
    ['operations of the wrong type, which are reported already', documentBehaving({ ...BAD, operations: 'read' })],
    ['behaviour of the wrong type', documentBehaving([BAD])],
    ['an opaque effect with destructive undeclared', documentBehaving({ operations: ['opaque'] })],
    ['an opaque effect that is destructive', documentBehaving({ operations: ['opaque'], destructive: true })],
    ['creation that destroys nothing', documentBehaving({ operations: ['create'], destructive: false })],
    ['a sound tool', documentWith({})],
  ],
});
