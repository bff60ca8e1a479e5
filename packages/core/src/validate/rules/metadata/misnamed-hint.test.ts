import { documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { misnamedHint } from './misnamed-hint.ts';

ruleTable(misnamedHint, {
  rejects: [
    ['a hint in lower case', mcpToolWith({ annotations: { readonlyhint: true } }), '/annotations/readonlyhint'],
    [
      'a hint in Python spelling',
      mcpToolWith({ annotations: { read_only_hint: true } }),
      '/annotations/read_only_hint',
    ],
    ['a hint with hyphens', mcpToolWith({ annotations: { 'open-world': true } }), '/annotations/open-world'],
    ['the name of a flag', mcpToolWith({ annotations: { open_world: true } }), '/annotations/open_world'],
    [
      'hints without the word hint, whatever their value',
      mcpToolWith({ annotations: { readOnly: true, destructive: 'no', Idempotent: null } }),
      '/annotations/Idempotent',
      '/annotations/destructive',
      '/annotations/readOnly',
    ],
  ],
  accepts: [
    ['annotations of the wrong type', mcpToolWith({ annotations: ['readOnly'] })],
    ['names that every object has', mcpToolWith({ annotations: { constructor: true, toString: true } })],
    ['other annotations', mcpToolWith({ annotations: { title: 'Forecast', streamingHint: true, audience: [] } })],
    ['the hints of MCP', mcpToolWith({})],
    ['no annotations', mcpToolWith({ annotations: undefined })],
    ['a document, which has flags', documentWith({ annotations: { readOnly: true } })],
  ],
});
