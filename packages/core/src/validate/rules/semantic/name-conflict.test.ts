import { documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { nameConflict } from './name-conflict.ts';

ruleTable(
  nameConflict,
  {
    rejects: [
      ['a name with a Cyrillic letter in it', mcpToolWith({ name: 'read_filе' }), '/name'],
      ['a name with an invisible letter in it', mcpToolWith({ name: 'read\u200b_file' }), '/name'],
      ['a name in full-width letters', mcpToolWith({ name: 'ｒｅａｄ＿ｆｉｌｅ' }), '/name'],
      ['a name that differs in case', documentWith({ name: 'Read_File' }), '/tool/name'],
      ['the same name', documentWith({ name: 'read_file' }), '/tool/name'],
      ['a name that is taken in another case', mcpToolWith({ name: 'listprs' }), '/name'],
      ['a name that every object has', mcpToolWith({ name: 'constructor' }), '/name'],
    ],
    accepts: [
      ['a name that is no text', mcpToolWith({ name: ['read_file'] })],
      ['no name', mcpToolWith({ name: undefined })],
      ['a name that starts alike', mcpToolWith({ name: 'read_file_2' })],
      ['a name with another separator', mcpToolWith({ name: 'read-file' })],
      ['another name', mcpToolWith({ name: 'toString' })],
    ],
  },
  ['read_file', 'listPRs', 'constructor'],
);
