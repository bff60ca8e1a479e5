import type { Json } from '../../../base/index.ts';
import { documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { hintMismatch } from './hint-mismatch.ts';

const own = (behavior: Json, annotations: { readonly [hint: string]: Json } = {}): Json =>
  mcpToolWith({ annotations, _meta: { 'dev.toolmark/metadata': { behavior } } });

ruleTable(hintMismatch, {
  rejects: [
    ['a hint against the metadata', own({ read_only: false }), '/annotations/readOnlyHint'],
    [
      'every hint against the metadata',
      own({ read_only: false, destructive: true, idempotent: false, open_world: false }),
      '/annotations/destructiveHint',
      '/annotations/idempotentHint',
      '/annotations/openWorldHint',
      '/annotations/readOnlyHint',
    ],
    [
      "a hint against Arcade's metadata",
      mcpToolWith({ _meta: { arcade: { metadata: { behavior: { destructive: true } } } } }),
      '/annotations/destructiveHint',
    ],
    [
      'a mismatch that strict false cannot excuse, because clients read only one of the two',
      mcpToolWith({ _meta: { 'dev.toolmark/metadata': { behavior: { read_only: false }, strict: false } } }),
      '/annotations/readOnlyHint',
    ],
  ],
  accepts: [
    ['metadata of the wrong shape, which is reported already', own({ read_only: false, destructive: 'no' })],
    ['a hint of the wrong type, which is reported already', own({ read_only: false }, { readOnlyHint: 'yes' })],
    [
      'annotations of the wrong type',
      mcpToolWith({ annotations: [], _meta: { 'dev.toolmark/metadata': { behavior: { read_only: false } } } }),
    ],
    ['a flag written as null, which declares nothing', own({ read_only: null })],
    ['no metadata', mcpToolWith({})],
    ['both saying the same', own({ read_only: true, destructive: false })],
    ['a document, which says each flag once', documentWith({ annotations: { readOnlyHint: false } })],
  ],
});
