import type { JsonObject } from '../packages/core/src/base/index.ts';

/** A small document that validates under the default rules, of either schema version. */
export function sampleDocument(version: '1.0' | '1.1' = '1.1'): JsonObject {
  return {
    schema_version: version,
    tool: {
      name: 'search_invoices',
      version: '2.3.1',
      description: 'Searches the invoices of a customer.',
      author: { name: 'Ada Lovelace', email: 'ada@example.org', organization: 'Example Ledger' },
      capabilities: ['network_request'],
      parameters: {
        type: 'object',
        properties: { customer_id: { type: 'string', description: 'Whose invoices to look for.' } },
        required: ['customer_id'],
      },
      security: {
        required_permissions: ['invoices.read'],
        risk_level: 'medium',
        sandboxing_required: true,
        network_access: 'internet',
        file_access: 'none',
        allowed_domains: ['api.example.org'],
      },
    },
  };
}
