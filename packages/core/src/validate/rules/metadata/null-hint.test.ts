import { documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { nullHint } from './null-hint.ts';

ruleTable(nullHint, {
  rejects: [
    ['a null with a slash in its name', mcpToolWith({ annotations: { 'a/b': null } }), '/annotations/a~1b'],
    ['a name that every object has', mcpToolWith({ annotations: { constructor: null } }), '/annotations/constructor'],
    ['a hint that is null', mcpToolWith({ annotations: { readOnlyHint: null } }), '/annotations/readOnlyHint'],
    [
      'every annotation that is null',
      mcpToolWith({ annotations: { title: null, openWorldHint: null } }),
      '/annotations/openWorldHint',
      '/annotations/title',
    ],
  ],
  accepts: [
    ['annotations of the wrong type, which are reported already', mcpToolWith({ annotations: [null] })],
    ['annotations that are null, which is reported already', mcpToolWith({ annotations: null })],
    ['the word null', mcpToolWith({ annotations: { title: 'null' } })],
    ['false', mcpToolWith({ annotations: { readOnlyHint: false } })],
    ['no annotations', mcpToolWith({ annotations: undefined })],
    ['a document, whose flags may be null', documentWith({ annotations: { readOnlyHint: null } })],
  ],
});
