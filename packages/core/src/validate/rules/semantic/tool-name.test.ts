import { documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { toolName } from './tool-name.ts';

ruleTable(toolName, {
  rejects: [
    ['a name that steers a terminal', mcpToolWith({ name: 'read\u001b[2K' }), '/name'],
    ['a name with a line break at its end', mcpToolWith({ name: 'read_file\n' }), '/name'],
    ['a look-alike letter', mcpToolWith({ name: 'rеad_file' }), '/name'],
    ['a million letters', mcpToolWith({ name: 'a'.repeat(1_000_000) }), '/name'],
    ['129 letters', mcpToolWith({ name: 'a'.repeat(129) }), '/name'],
    ['an empty name', mcpToolWith({ name: '' }), '/name'],
    ['a name with a space', mcpToolWith({ name: 'read file' }), '/name'],
    ['a name with a slash', mcpToolWith({ name: 'files/read' }), '/name'],
  ],
  accepts: [
    ['a name that is no text, which is reported already', mcpToolWith({ name: 7 })],
    ['a document, whose schema says what names it takes', documentWith({ name: 'read file' })],
    ['one letter', mcpToolWith({ name: 'x' })],
    ['128 letters', mcpToolWith({ name: 'a'.repeat(128) })],
    ['every kind of character allowed', mcpToolWith({ name: 'Files.read_file-2' })],
  ],
});
