import type { Json } from '../../../base/index.ts';
import { documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { capabilityClosedWorld } from './capability-closed-world.ts';

const at = '/tool/metadata/behavior';
const NO_ACCESS = { network_access: 'none', file_access: 'none' };
const closed = (capabilities: string[], security: Record<string, Json> = NO_ACCESS): Json =>
  documentWith({ capabilities, security, metadata: { behavior: { open_world: false } } });

ruleTable(capabilityClosedWorld, {
  rejects: [
    ['requests to a network', closed(['network_request']), at],
    ['a database', closed(['database_access']), at],
    ['reading files', closed(['read_file']), at],
    ['writing files', closed(['write_file']), at],
    ['running commands', closed(['execute_command']), at],
    ['access to the internet', closed(['user_interaction'], { ...NO_ACCESS, network_access: 'internet' }), at],
    ['access to the local network', closed([], { ...NO_ACCESS, network_access: 'local' }), at],
    ['access to files', closed([], { ...NO_ACCESS, file_access: 'read' }), at],
    [
      'requests to a network, as a warning once the author says strict false',
      documentWith({ metadata: { strict: false, behavior: { open_world: false } } }),
      [at, 'warning'],
    ],
  ],
  accepts: [
    ['access of the wrong type, which is reported already', closed([], { network_access: 1, file_access: 'all' })],
    ['computation alone', closed([])],
    ['asking the user', closed(['user_interaction'])],
    ['requests to a network in an open world', documentWith({})],
    [
      'requests to a network with the world undeclared',
      documentWith({ metadata: { behavior: { open_world: undefined } } }),
    ],
    ['an MCP tool, which has no capabilities', mcpToolWith({ annotations: { openWorldHint: false } })],
  ],
});
