import { documentBehaving, documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { capabilityReadOnly } from './capability-read-only.ts';

const at = '/tool/metadata/behavior';
const reading = (capabilities: string[]): ReturnType<typeof documentWith> => documentWith({ capabilities });

ruleTable(capabilityReadOnly, {
  rejects: [
    ['writing files', reading(['write_file']), at],
    ['running commands', reading(['read_file', 'execute_command']), at],
    ['administration', reading(['admin_operation']), at],
    [
      'writing files, as a warning once the author says strict false',
      documentWith({ capabilities: ['write_file'], metadata: { strict: false } }),
      [at, 'warning'],
    ],
  ],
  accepts: [
    ['capabilities of the wrong type, which are reported already', documentWith({ capabilities: 'write_file' })],
    ['an unknown capability, which is reported already', reading(['write_files'])],
    ['reading files', reading(['read_file'])],
    [
      'writing files with read_only undeclared',
      documentWith({ capabilities: ['write_file'], metadata: { behavior: { read_only: undefined } } }),
    ],
    [
      'writing files with read_only false',
      documentWith({ capabilities: ['write_file'], metadata: { behavior: { read_only: false } } }),
    ],
    ['no behaviour', documentBehaving(undefined as never)],
    ['an MCP tool, which has no capabilities', mcpToolWith({})],
  ],
});
