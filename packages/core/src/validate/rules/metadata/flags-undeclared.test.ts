import { expect, test } from 'vitest';
import { subjectOfDocument, subjectOfMcpTool } from '../../subject.ts';
import { documentBehaving, documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { flagsUndeclared } from './flags-undeclared.ts';

ruleTable(flagsUndeclared, {
  rejects: [
    ['a tool that is silent', { name: 'x' }, ''],
    ['something that is no tool', 7, ''],
    ['hints of the wrong type', mcpToolWith({ annotations: { readOnlyHint: 'yes' } }), ''],
    [
      'a flag written as null',
      documentBehaving({ read_only: null, destructive: false, idempotent: true, open_world: true }),
      '/tool',
    ],
    ['one flag missing', documentWith({ metadata: { behavior: { idempotent: undefined } } }), '/tool'],
    ['a document without metadata', documentWith({ metadata: undefined }), '/tool'],
  ],
  accepts: [
    ['four hints', mcpToolWith({})],
    ['four flags', documentWith({})],
    [
      'hints and metadata that complete each other',
      mcpToolWith({
        annotations: { openWorldHint: undefined },
        _meta: { 'dev.toolmark/metadata': { behavior: { open_world: false } } },
      }),
    ],
  ],
});

test('the flags are named as the format of the file names them', () => {
  const silent = { name: 'x' };
  const [ofTool] = flagsUndeclared.check(subjectOfMcpTool(silent, '', []));
  const [ofDocument] = flagsUndeclared.check(subjectOfDocument({ tool: silent }, []));
  expect(ofTool?.message).toBe('Not declared: readOnlyHint, destructiveHint, idempotentHint, openWorldHint.');
  expect(ofDocument?.message).toBe('Not declared: read_only, destructive, idempotent, open_world.');
});
