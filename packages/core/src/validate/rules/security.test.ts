import type { Json } from '../../base/index.ts';
import { documentWith, mcpToolWith, secured, testRules } from './test-rules.ts';

const capability = (...indexes: number[]): string[] => indexes.map(index => `/tool/capabilities/${index}`);
const network = '/tool/security/network_access';
const file = '/tool/security/file_access';

const behavior = '/tool/metadata/behavior';
const operating = (risk_level: Json, operations: Json, flags: { readonly [flag: string]: Json } = {}): Json =>
  documentWith({ security: { risk_level }, metadata: { behavior: { operations, ...flags } } });
const permitted = (risk_level: Json, ...required_permissions: Json[]): Json =>
  secured({ risk_level, required_permissions });
const permission = (index: number): string => `/tool/security/required_permissions/${index}`;

const allowing = (...allowed_paths: Json[]): Json => secured({ allowed_paths });
const path = (index: number) => [`/tool/security/allowed_paths/${index}`, 'error'] as const;

const lowRisk = (members: { readonly [member: string]: Json }): Json =>
  documentWith({ security: { risk_level: 'low' }, ...members });
const parameter = (name: string, schema: Json = {}): { readonly parameters: Json } => ({
  parameters: { properties: { [name]: schema } },
});

const unused = (risk_level: Json, capabilities: Json, network_access: Json, file_access: Json): Json =>
  secured({ risk_level, network_access, file_access }, capabilities);

testRules(/^security\./, {
  'security.capability-level': {
    rejects: [
      ['commands at high', secured({ risk_level: 'high' }, ['execute_command']), ...capability(0)],
      ['administration at high', secured({ risk_level: 'high' }, ['admin_operation']), ...capability(0)],
      ['two at medium', secured({ risk_level: 'medium' }, ['database_access', 'system_info']), ...capability(0, 1)],
      ['two at low', secured({ risk_level: 'low' }, ['write_file', 'network_request']), ...capability(0, 1)],
      ['only those that need more', secured({ risk_level: 'low' }, ['read_file', 'write_file']), ...capability(1)],
      ['one after unknown ones', secured({ risk_level: 'low' }, [null, 'WRITE_FILE', 'write_file']), ...capability(2)],
    ],
    accepts: [
      ['an unknown level', secured({ risk_level: 'none' }, ['execute_command'])],
      ['a level from Object.prototype', secured({ risk_level: 'constructor' }, ['execute_command'])],
      ['no level', secured({ risk_level: undefined }, ['execute_command'])],
      ['reading and asking at low', secured({ risk_level: 'low' }, ['read_file', 'user_interaction'])],
      [
        'asking at critical, which the seed rules reject',
        secured({ risk_level: 'critical' }, ['user_interaction', 'read_file', 'database_access']),
      ],
      ['commands at critical', secured({ risk_level: 'critical' }, ['execute_command', 'admin_operation'])],
      ['an MCP tool', mcpToolWith({ capabilities: ['execute_command'], security: { risk_level: 'low' } })],
    ],
  },
  'security.domains-undeclared': {
    rejects: [undefined, [], 'api.example.com', [7]].map(
      allowed_domains =>
        [`internet with ${JSON.stringify(allowed_domains)}`, secured({ allowed_domains }), '/tool/security'] as const,
    ),
    accepts: [
      ['an unknown access', secured({ network_access: 'Internet', allowed_domains: undefined })],
      ['local access without a list', secured({ network_access: 'local', allowed_domains: undefined })],
      ['no access', secured({ network_access: 'none', allowed_domains: [] })],
      ['internet with a host', secured({ allowed_domains: ['api.example.com'] })],
      ['internet with any host', secured({ allowed_domains: ['*'] })],
    ],
  },
  'security.file-level': {
    rejects: [
      ['write at low', secured({ risk_level: 'low', file_access: 'write' }), file],
      ['full at low', secured({ risk_level: 'low', file_access: 'full' }), file],
      ['full at medium', secured({ risk_level: 'medium', file_access: 'full' }), file],
    ],
    accepts: [
      ['an unknown access', secured({ risk_level: 'low', file_access: 'everything' })],
      ['an unknown level', secured({ risk_level: 'lowest', file_access: 'full' })],
      ['read at low', secured({ risk_level: 'low', file_access: 'read' })],
      ['write at medium', secured({ risk_level: 'medium', file_access: 'write' })],
      ['full at high', secured({ risk_level: 'high', file_access: 'full' })],
      ['none at critical', secured({ risk_level: 'critical', file_access: 'none' })],
    ],
  },
  'security.network-level': {
    rejects: [['internet at low', secured({ risk_level: 'low' }), network]],
    accepts: [
      ['an unknown access', secured({ risk_level: 'low', network_access: 'INTERNET' })],
      ['an unknown level', secured({ risk_level: '__proto__' })],
      ['local at low', secured({ risk_level: 'low', network_access: 'local' })],
      ['internet at medium', secured({ risk_level: 'medium' })],
      ['internet at critical', secured({ risk_level: 'critical' })],
    ],
  },
  'security.path-grammar': {
    rejects: [
      ...['/srv/../etc', '${HOME}/../root', 'C:\\data\\..\\Windows', '/srv/..', '', ' /etc'].map(
        text => [JSON.stringify(text), allowing(text), path(0)] as const,
      ),
      ['an escape sequence', allowing('\u001b[2K/etc'), path(0)],
      ['a drive without a slash', allowing('C:data'), path(0)],
      ['a URL', allowing('file:///etc'), path(0)],
      ['relative paths, each with its pointer', allowing('/ok', 'data', './data'), path(1), path(2)],
      [
        'a relative path in schema 1.0, as a warning',
        documentWith({ security: { allowed_paths: ['data'] } }, '1.0'),
        ['/tool/security/allowed_paths/0', 'warning'],
      ],
    ],
    accepts: [
      ['a list of the wrong type', secured({ allowed_paths: 'data' })],
      ['items of the wrong type', allowing(7, 'data')],
      ['no list', documentWith({})],
      ['an empty list', allowing()],
      ['absolute paths', allowing('/', '/srv/data', '/srv/**', 'C:\\data', 'd:/data')],
      ['variables and the home folder', allowing('$HOME/data', '${WORKSPACE}/x', '~/data')],
      ['dots inside names', allowing('/srv/..data', '/srv/a..b', '/srv/.../x', '/srv/.hidden')],
    ],
  },
  'security.risk-floor': {
    rejects: [
      ['delete at medium', operating('medium', ['delete']), `${behavior}/operations/0`],
      ['opaque at low', operating('low', ['read', 'opaque']), `${behavior}/operations/1`],
      [
        'create and update at low',
        operating('low', ['create', 'update']),
        `${behavior}/operations/0`,
        `${behavior}/operations/1`,
      ],
      ['destructive at medium', operating('medium', ['update'], { destructive: true }), `${behavior}/destructive`],
      [
        'powerful permissions in any spelling',
        permitted('medium', 'SUDO', 'shell:run', 'runAsRoot', 'db.admin'),
        ...[0, 1, 2, 3].map(permission),
      ],
      ['a powerful permission with an escape sequence', permitted('low', 'exec\u001b[2K'), permission(0)],
    ],
    accepts: [
      ['an unknown level', operating('tiny', ['delete'])],
      ['operations of the wrong type', operating('low', 'delete')],
      ['an unknown operation', operating('low', ['destroy'])],
      ['permissions of the wrong type', permitted('low', 'sudo', 7)],
      [
        'words that contain a powerful one',
        permitted('low', 'administrative:read', 'rooted', 'executive', 'shellfish'),
      ],
      ['delete at high', operating('high', ['delete', 'opaque'], { destructive: true })],
      ['read at low', operating('low', ['read'])],
      ['powerful permissions at high', permitted('high', 'sudo', 'admin')],
      ['an MCP tool', mcpToolWith({ annotations: { readOnlyHint: false, destructiveHint: true } })],
    ],
  },
  'security.risk-suspected': {
    rejects: [
      ['a name with shell', lowRisk({ name: 'run_shell' }), '/tool/name'],
      ['a name in camel case', lowRisk({ name: 'RunShell' }), '/tool/name'],
      ['a command parameter', lowRisk(parameter('command')), '/tool/parameters/properties/command'],
      ['a code parameter', lowRisk(parameter('code')), '/tool/parameters/properties/code'],
      [
        'a choice that deletes',
        lowRisk(parameter('action', { enum: ['list', 'delete'] })),
        '/tool/parameters/properties/action/enum/1',
      ],
      ['a description about running code', lowRisk({ description: 'Runs a bash script.' }), '/tool/description'],
      ['only the gravest of several words', lowRisk({ name: 'delete_shell' }), '/tool/name'],
      [
        'a parameter name with an escape',
        lowRisk(parameter('x\u001b exec')),
        '/tool/parameters/properties/x\u001b exec',
      ],
    ],
    accepts: [
      ['an unknown level', documentWith({ name: 'run_shell', security: { risk_level: 'LOW' } })],
      ['members of the wrong type', lowRisk({ name: 7, description: null, parameters: ['exec'] })],
      ['words that contain a grave one', lowRisk({ name: 'format_shellfish', description: 'Evaluates executives.' })],
      ['a country code', lowRisk(parameter('country_code'))],
      ['a shell at critical', documentWith({ name: 'run_shell', security: { risk_level: 'critical' } })],
      ['a valid tool', documentWith({})],
      ['an MCP tool', mcpToolWith({ name: 'run_shell' })],
    ],
  },
  'security.sandbox-required': {
    rejects: ['medium', 'high', 'critical'].map(
      risk_level =>
        [
          risk_level,
          secured({ risk_level, sandboxing_required: false }),
          '/tool/security/sandboxing_required',
        ] as const,
    ),
    accepts: [
      ['the word false', secured({ sandboxing_required: 'false' })],
      ['a missing value', secured({ sandboxing_required: undefined })],
      ['an unknown level', secured({ risk_level: 'extreme', sandboxing_required: false })],
      ['low without a sandbox', secured({ risk_level: 'low', sandboxing_required: false })],
      ['critical with a sandbox', secured({ risk_level: 'critical', sandboxing_required: true })],
    ],
  },
  'security.unused-grant': {
    rejects: [
      ['files for a tool that only asks', unused('high', ['user_interaction'], 'none', 'full'), file],
      [
        'two grants, as errors at low',
        unused('low', ['user_interaction'], 'local', 'read'),
        [network, 'error'],
        [file, 'error'],
      ],
      ['files, as an error at medium', unused('medium', ['network_request'], 'internet', 'read'), [file, 'error']],
      ['internet for a tool that reads files', unused('critical', ['read_file'], 'internet', 'read'), network],
      ['a grant at an unknown level', unused('tiny', ['read_file'], 'internet', 'read'), network],
    ],
    accepts: [
      ['no known capability', unused('low', ['fly'], 'internet', 'full')],
      ['unknown accesses', unused('low', ['user_interaction'], 'all', 'all')],
      ['grants in use', unused('medium', ['read_file', 'network_request'], 'local', 'read')],
      ['a database', unused('high', ['database_access'], 'internet', 'full')],
      ['commands', unused('critical', ['execute_command'], 'internet', 'full')],
      ['no grants', unused('low', ['user_interaction'], 'none', 'none')],
    ],
  },
});
