import { CAPABILITY_LEVELS, type Capability, highestRisk } from '@toolmark/core/formats';

export interface Answers {
  readonly name: string;
  readonly description: string;
  readonly author: string;
  readonly email: string;
  readonly capabilities: readonly Capability[];
}

/** A document with the narrowest security settings that its capabilities allow. */
export function starterDocument({ name, description, author, email, capabilities }: Answers): string {
  const has = (...wanted: Capability[]): boolean => wanted.some(capability => capabilities.includes(capability));
  const level = highestRisk(capabilities.map(capability => CAPABILITY_LEVELS[capability]));
  const usesNetwork = has('network_request', 'database_access');
  const writes = has('write_file', 'admin_operation');
  const runsCommands = has('execute_command');
  const document = {
    schema_version: '1.1',
    tool: {
      name,
      version: '0.1.0',
      description,
      author: { name: author, email },
      capabilities,
      parameters: {
        type: 'object',
        properties: { input: { type: 'string', description: 'What the tool works on.' } },
        required: ['input'],
      },
      metadata: {
        behavior: {
          operations: [runsCommands ? 'opaque' : writes ? 'update' : 'read'],
          read_only: !writes && !runsCommands,
          destructive: runsCommands || has('admin_operation'),
          idempotent: !runsCommands,
          open_world: capabilities.some(capability => capability !== 'user_interaction'),
        },
      },
      security: {
        required_permissions: [],
        risk_level: level,
        sandboxing_required: level !== 'low',
        network_access: usesNetwork ? 'internet' : 'none',
        file_access: has('write_file') ? 'write' : has('read_file') ? 'read' : 'none',
        ...(usesNetwork ? { allowed_domains: ['api.example.org'] } : {}),
      },
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

export function starterPolicy(): string {
  return `# What may be called, how untrusted metadata is cleaned, and what drift means. See docs/spec/policy.md.
version: 1
drift: { severities: toolmark, failOn: critical }
default: allow        # for locked, unchanged tools that no rule below matches
rules:
  - match: { operations: [delete, opaque] }
    decision: ask
    reason: "Deletions and unknown effects need a person."
  - match: { destructive: true, readOnly: false }
    decision: ask
    reason: "Destructive tools need a person."
waivers: []
#  - { rule: "metadata.delete-not-destructive", tool: "trash_item", reason: "moves to a bin", expires: "2027-06-30" }
`;
}
