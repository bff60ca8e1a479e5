import type { Json } from '../../../base/index.ts';
import { documentBehaving, documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { domainClosedWorld } from './domain-closed-world.ts';

const at = '/tool/metadata/behavior';
const classification = { service_domains: ['email'] };
const serving = (service_domains: Json, open_world: Json): Json =>
  documentBehaving({ open_world }, { classification: { service_domains } });

ruleTable(domainClosedWorld, {
  rejects: [
    [
      'a service in a world closed by a hint',
      mcpToolWith({ annotations: { openWorldHint: false }, _meta: { 'dev.toolmark/metadata': { classification } } }),
      '/_meta/dev.toolmark~1metadata/behavior',
    ],
    [
      'a service in a closed world, as a warning once the author says strict false',
      documentBehaving({ open_world: false }, { classification, strict: false }),
      [at, 'warning'],
    ],
    ['a service nobody knows in a closed world', serving(['fax'], false), at],
    ['a service in a closed world', serving(['email'], false), at],
    ['two services in a closed world', serving(['email', 'crm'], false), at],
  ],
  accepts: [
    ['services of the wrong type, which are reported already', serving('email', false)],
    ['a service with the world undeclared', documentBehaving({}, { classification })],
    ['a service with the world null', serving(['email'], null)],
    ['a service without any behaviour', documentWith({ metadata: { behavior: undefined } })],
    ['an empty list of services', serving([], false)],
    ['a closed world without services', documentBehaving({ open_world: false })],
    ['two services in an open world', serving(['email', 'crm'], true)],
  ],
});
