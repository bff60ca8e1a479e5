import { documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { descriptionMissing } from './description-missing.ts';

ruleTable(descriptionMissing, {
  rejects: [
    ['a description of unusual spaces', mcpToolWith({ description: '\u00a0\u2003\ufeff\n' }), '/description'],
    ['an empty description', mcpToolWith({ description: '' }), '/description'],
    ['no description', mcpToolWith({ description: undefined }), ''],
    ['a tool with no members at all', {}, ''],
    ['a blank description in a document', documentWith({ description: '            ' }), '/tool/description'],
  ],
  accepts: [
    ['a description of the wrong type, which is reported already', mcpToolWith({ description: null })],
    ['a document without one, which is reported already', documentWith({ description: undefined })],
    ['a document whose tool is no object', { schema_version: '1.1', tool: 7 }],
    ['one letter', mcpToolWith({ description: '雨' })],
    ['a sentence', mcpToolWith({})],
  ],
});
