import { formatLock, type McpTool, pin, type Snapshot } from '@toolmark/core';

/** A tool with every kind of member. */
export const seedTool: McpTool = {
  name: 'send_mail',
  title: 'Send mail',
  description: 'Sends a mail to one address.\nIt sends nothing to other addresses.',
  inputSchema: {
    type: 'object',
    properties: {
      to: { type: 'string', format: 'email', description: 'Who gets it.', pattern: '^[^@]+@[^@]+$' },
      copies: { type: 'array', items: { $ref: '#/$defs/address' }, maxItems: 3 },
      urgent: { type: 'boolean', default: false },
      folder: { enum: ['sent', 'drafts', 3, null] },
      count: { type: 'integer', minimum: 1, exclusiveMaximum: 10, multipleOf: 1 },
    },
    required: ['to'],
    additionalProperties: false,
    $defs: { address: { type: 'string', minLength: 3 } },
  },
  outputSchema: { type: 'object', properties: { id: { type: 'string' } } },
  annotations: { title: 'Mail', destructiveHint: true, readOnlyHint: false },
  icons: [{ src: 'https://example.org/mail.png' }],
  _meta: { 'dev.toolmark/metadata': { behavior: { operations: ['create'], destructive: true, read_only: false } } },
};

/** A server with every kind of list. */
export const seedSnapshot: Snapshot = {
  serverInfo: { name: 'mail', version: '1.0.0' },
  instructions: 'Ask before you send a mail.',
  tools: [seedTool, { name: 'list_mail', description: 'Lists mail.', inputSchema: { type: 'object' } }],
  prompts: [{ name: 'polite', description: 'A polite answer.', arguments: [{ name: 'tone', required: true }] }],
  resources: [{ uri: 'mail://inbox', name: 'inbox', mimeType: 'text/plain' }],
  templates: [{ uriTemplate: 'mail://{folder}/{id}', name: 'one mail' }],
};

export const seedLock = formatLock({ lockfileVersion: 1, servers: new Map([['mail', pin(seedSnapshot)]]) });
