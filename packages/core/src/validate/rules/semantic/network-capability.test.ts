import { documentWith, ruleTable } from '../rule-table.ts';
import { networkCapability } from './network-capability.ts';

ruleTable(networkCapability, {
  rejects: [
    ['requests without network access', documentWith({ security: { network_access: 'none' } }), '/tool/capabilities/0'],
    [
      'the same as a later capability',
      documentWith({ capabilities: ['read_file', 'network_request'], security: { network_access: 'none' } }),
      '/tool/capabilities/1',
    ],
  ],
  accepts: [
    ['an access nobody knows, which is reported already', documentWith({ security: { network_access: 'None' } })],
    ['an access that is missing', documentWith({ security: { network_access: undefined } })],
    ['security of the wrong type', documentWith({ security: 'none' })],
    ['requests to this machine', documentWith({ security: { network_access: 'local' } })],
    ['requests to the internet', documentWith({})],
    ['no requests and no access', documentWith({ capabilities: ['read_file'], security: { network_access: 'none' } })],
  ],
});
