import { documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { schemaVersionKnown } from './schema-version.ts';

ruleTable(schemaVersionKnown, {
  rejects: [
    ['an unknown major version', documentWith({}, '2.0'), '/schema_version'],
    ['version zero', documentWith({}, '0.9'), '/schema_version'],
    ['a leading zero', documentWith({}, '1.01'), '/schema_version'],
    ['a major version that only starts alike', documentWith({}, '11.0'), '/schema_version'],
    ['a later minor version, as a warning', documentWith({}, '1.2'), ['/schema_version', 'warning']],
    ['a much later minor version, as a warning', documentWith({}, '1.10'), ['/schema_version', 'warning']],
  ],
  accepts: [
    ['full-width digits, which the schema refuses', documentWith({}, '２.0')],
    ['a line break at the end, which the schema refuses', documentWith({}, '2.0\n')],
    ['a version that is no text', { schema_version: 2, tool: {} }],
    ['no version', { tool: {} }],
    ['an MCP tool, which has none', mcpToolWith({})],
    ['version 1.0', documentWith({}, '1.0')],
    ['version 1.1', documentWith({})],
  ],
});
