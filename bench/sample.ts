/** A tool document of about 2 KB, like those authors write. */
export function sampleDocument(): object {
  const property = (name: string, rest: object): [string, object] => [
    name,
    {
      description: `The ${name.replaceAll('_', ' ')} of the invoices to look for, as shown in the accounting view.`,
      ...rest,
    },
  ];
  return {
    schema_version: '1.1',
    tool: {
      name: 'search_invoices',
      version: '2.3.1',
      description:
        'Searches the invoices of a customer and gives back number, date, state and amount of each one found.',
      author: { name: 'Ada Lovelace', email: 'ada@example.org', organization: 'Example Ledger' },
      capabilities: ['network_request'],
      parameters: {
        type: 'object',
        properties: Object.fromEntries([
          property('customer_id', { type: 'string', minLength: 1, maxLength: 40 }),
          property('state', { type: 'string', enum: ['open', 'paid', 'overdue', 'cancelled'] }),
          property('from_date', { type: 'string', format: 'date' }),
          property('until_date', { type: 'string', format: 'date' }),
          property('minimum_amount', { type: 'number', minimum: 0 }),
          property('tags', { type: 'array', items: { type: 'string' }, maxItems: 10 }),
          property('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
        ]),
        required: ['customer_id'],
        additionalProperties: false,
      },
      metadata: {
        classification: { service_domains: ['payments'] },
        behavior: { operations: ['read'], read_only: true, destructive: false, idempotent: true, open_world: true },
        extras: { requires_mfa: false, team: 'ledger' },
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

/** A list of tools of about the given size. */
export function sampleList(bytes: number): object {
  const { tool } = sampleDocument() as { tool: { name: string; description: string; parameters: object } };
  const one = { name: tool.name, description: tool.description, inputSchema: tool.parameters };
  const count = Math.max(1, Math.round(bytes / JSON.stringify(one).length));
  return { tools: Array.from({ length: count }, (_, index) => ({ ...one, name: `${one.name}_${index}` })) };
}
