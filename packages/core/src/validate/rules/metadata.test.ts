import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../base/index.ts';
import { flagsUndeclared } from './metadata/flags-undeclared.ts';
import { unknownDomain } from './metadata/unknown-domain.ts';
import {
  type Cases,
  documentBehaving,
  documentWith,
  mcpToolWith,
  type Rejected,
  subjectOf,
  testRules,
} from './test-rules.ts';

const at = '/tool/metadata/behavior';
const OWN = '/_meta/dev.toolmark~1metadata';

type Declared = { readonly [member: string]: Json };

/**
 * Cases for a rule about declared behavior. The first rejected behavior is also tried where MCP tools declare it, with
 * `strict: false`, and in metadata of the wrong shape, which has a finding of its own.
 */
function behaviors(
  severity: 'error' | 'warning',
  rejected: readonly Declared[],
  accepted: readonly Declared[],
  asHints: readonly Rejected[] = [],
): Cases {
  const [first = {}] = rejected;
  const title = (behavior: Json): string => JSON.stringify(behavior);
  return {
    rejects: [
      ...asHints,
      ...rejected.map(behavior => [title(behavior), documentBehaving(behavior), at] as const),
      ['_meta of an MCP tool', ownMeta({ behavior: first }, null), `${OWN}/behavior`],
      ["Arcade's metadata", arcadeMeta({ behavior: first }, null), '/_meta/arcade/metadata/behavior'],
      ['an error with strict false, as a warning', documentBehaving(first, { strict: false }), [at, 'warning']],
      ['the declared behavior, with the severity of the rule', documentBehaving(first), [at, severity]],
    ],
    accepts: [
      ...accepted.map(behavior => [title(behavior), documentBehaving(behavior)] as const),
      ['an unknown member', documentBehaving({ ...first, surprise: 1 })],
      ['operations of the wrong type', documentBehaving({ ...first, operations: 'read' })],
      ['behavior of the wrong type', documentBehaving([first])],
      ['a valid tool', documentWith({})],
    ],
  };
}

function ownMeta(metadata: JsonObject, annotations: JsonObject | null = {}): JsonObject {
  return mcpToolWith({ annotations: annotations ?? undefined, _meta: { 'dev.toolmark/metadata': metadata } });
}

function arcadeMeta(metadata: JsonObject, annotations: JsonObject | null = {}): JsonObject {
  return mcpToolWith({ annotations: annotations ?? undefined, _meta: { arcade: { metadata } } });
}

/** With these capabilities and a behavior that is merged into the valid one. */
function capable(capabilities: Json, behavior: { readonly [flag: string]: Json | undefined } = {}): JsonObject {
  return documentWith({ capabilities, metadata: { behavior } });
}

const lenient = (overrides: JsonObject): JsonObject => documentWith({ metadata: { strict: false }, ...overrides });

const NO_ACCESS = { network_access: 'none', file_access: 'none' };
const closed = (capabilities: string[], security: Declared = {}): Json =>
  documentWith({
    capabilities,
    security: { ...NO_ACCESS, ...security },
    metadata: { behavior: { open_world: false } },
  });

const taking = (name: string): { readonly inputSchema: JsonObject } => ({
  inputSchema: { properties: { [name]: { type: 'string' } } },
});

const serving = (service_domains: Json, open_world: Json): Json =>
  documentBehaving({ open_world }, { classification: { service_domains } });
const EMAIL = { classification: { service_domains: ['email'] } };

const inDomains = (...service_domains: Json[]): Json =>
  documentWith({ metadata: { classification: { service_domains } } });
const domains = '/tool/metadata/classification/service_domains';

const annotated = (annotations: Json | undefined): Json => mcpToolWith({ annotations: annotations as JsonObject });

testRules(/^metadata\./, {
  'metadata.capability-closed-world': {
    rejects: [
      ...['network_request', 'database_access', 'read_file', 'write_file', 'execute_command'].map(
        capability => [capability, closed([capability]), at] as const,
      ),
      ['access to the internet', closed(['user_interaction'], { network_access: 'internet' }), at],
      ['access to the local network', closed([], { network_access: 'local' }), at],
      ['access to files', closed([], { file_access: 'read' }), at],
      [
        'strict false, as a warning',
        lenient({ metadata: { strict: false, behavior: { open_world: false } } }),
        [at, 'warning'],
      ],
    ],
    accepts: [
      ['access of the wrong type', closed([], { network_access: 1, file_access: 'all' })],
      ['a tool without capabilities', closed([])],
      ['user interaction', closed(['user_interaction'])],
      ['requests in an open world', documentWith({})],
      ['requests with open_world undeclared', capable(['network_request'], { open_world: undefined })],
      ['an MCP tool, which has no capabilities', mcpToolWith({ annotations: { openWorldHint: false } })],
    ],
  },
  'metadata.capability-not-destructive': {
    rejects: [
      ['running commands', capable(['execute_command']), at],
      ['strict false, as a warning', lenient({ capabilities: ['execute_command'] }), [at, 'warning']],
    ],
    accepts: [
      ['commands with destructive undeclared', capable(['execute_command'], { destructive: undefined })],
      ['commands with destructive true', capable(['execute_command'], { destructive: true })],
      ['writing files, which need not replace any', capable(['write_file'])],
      ['an MCP tool, which has no capabilities', mcpToolWith({})],
    ],
  },
  'metadata.capability-read-only': {
    rejects: [
      ['writing files', capable(['write_file']), at],
      ['running commands', capable(['read_file', 'execute_command']), at],
      ['administration', capable(['admin_operation']), at],
      ['strict false, as a warning', lenient({ capabilities: ['write_file'] }), [at, 'warning']],
    ],
    accepts: [
      ['capabilities of the wrong type', capable('write_file')],
      ['an unknown capability', capable(['write_files'])],
      ['reading files', capable(['read_file'])],
      ['writing files with read_only undeclared', capable(['write_file'], { read_only: undefined })],
      ['writing files with read_only false', capable(['write_file'], { read_only: false })],
      ['no behavior', documentBehaving(undefined as never)],
      ['an MCP tool, which has no capabilities', mcpToolWith({})],
    ],
  },
  'metadata.command-read-only': {
    rejects: [
      ['a command, with a hint', mcpToolWith(taking('command')), '/annotations'],
      ['a shell command in camel case', mcpToolWith(taking('shellCommand')), '/annotations'],
      ['a command in a document', documentWith({ parameters: taking('cmd').inputSchema }), at],
    ],
    accepts: [
      ['no command', mcpToolWith({})],
      ['a command, not read-only', mcpToolWith({ annotations: { readOnlyHint: false }, ...taking('command') })],
      ['a command, undeclared', mcpToolWith({ annotations: undefined, ...taking('command') })],
      ['a query', mcpToolWith(taking('query'))],
    ],
  },
  'metadata.delete-not-destructive': behaviors(
    'error',
    [
      { operations: ['delete'], destructive: false },
      { operations: ['read', 'delete'], destructive: false, read_only: false },
    ],
    [
      { operations: ['delete'] },
      { operations: ['delete'], destructive: null },
      { operations: ['delete'], destructive: true },
      { operations: ['update'], destructive: false },
      { destructive: false },
    ],
  ),
  'metadata.delete-undeclared': behaviors(
    'warning',
    [{ operations: ['delete'] }, { operations: ['update', 'delete'], destructive: null }],
    [
      { operations: ['delete'], destructive: false },
      { operations: ['delete'], destructive: true },
      { operations: ['update'] },
      {},
    ],
  ),
  'metadata.domain-closed-world': {
    rejects: [
      ['a world closed by a hint', ownMeta(EMAIL, { openWorldHint: false }), `${OWN}/behavior`],
      [
        'strict false, as a warning',
        documentBehaving({ open_world: false }, { ...EMAIL, strict: false }),
        [at, 'warning'],
      ],
      ['an unknown service', serving(['fax'], false), at],
      ['two services', serving(['email', 'crm'], false), at],
    ],
    accepts: [
      ['services of the wrong type', serving('email', false)],
      ['a service with open_world undeclared', documentBehaving({}, EMAIL)],
      ['a service with open_world null', serving(['email'], null)],
      ['a service without any behavior', documentWith({ metadata: { behavior: undefined } })],
      ['an empty list of services', serving([], false)],
      ['a closed world without services', documentBehaving({ open_world: false })],
      ['two services in an open world', serving(['email', 'crm'], true)],
    ],
  },
  'metadata.flags-undeclared': {
    rejects: [
      ['a tool without flags', { name: 'x' }, ''],
      ['a value that is not a tool', 7, ''],
      ['hints of the wrong type', annotated({ readOnlyHint: 'yes' }), ''],
      ['a null flag', capable([], { read_only: null }), '/tool'],
      ['one flag missing', capable([], { idempotent: undefined }), '/tool'],
      ['a document without metadata', documentWith({ metadata: undefined }), '/tool'],
    ],
    accepts: [
      ['four hints', mcpToolWith({})],
      ['four flags', documentWith({})],
      [
        'hints completed by metadata',
        ownMeta({ behavior: { open_world: false } }, { openWorldHint: undefined as never }),
      ],
    ],
  },
  'metadata.hint-mismatch': {
    rejects: [
      ['a hint against the metadata', ownMeta({ behavior: { read_only: false } }), '/annotations/readOnlyHint'],
      [
        'every hint against the metadata',
        ownMeta({ behavior: { read_only: false, destructive: true, idempotent: false, open_world: false } }),
        ...['destructiveHint', 'idempotentHint', 'openWorldHint', 'readOnlyHint'].map(hint => `/annotations/${hint}`),
      ],
      ["Arcade's metadata", arcadeMeta({ behavior: { destructive: true } }), '/annotations/destructiveHint'],
      ['strict false', ownMeta({ behavior: { read_only: false }, strict: false }), '/annotations/readOnlyHint'],
    ],
    accepts: [
      ['metadata of the wrong shape', ownMeta({ behavior: { read_only: false, destructive: 'no' } })],
      ['a hint of the wrong type', ownMeta({ behavior: { read_only: false } }, { readOnlyHint: 'yes' })],
      ['annotations of the wrong type', ownMeta({ behavior: { read_only: false } }, [] as never)],
      ['a null flag, which declares nothing', ownMeta({ behavior: { read_only: null } })],
      ['no metadata', mcpToolWith({})],
      ['equal declarations', ownMeta({ behavior: { read_only: true, destructive: false } })],
      ['a document, which declares each flag once', documentWith({ annotations: { readOnlyHint: false } })],
    ],
  },
  'metadata.misnamed-hint': {
    rejects: [
      ...['readonlyhint', 'read_only_hint', 'open-world', 'open_world'].map(
        hint => [hint, annotated({ [hint]: true }), `/annotations/${hint}`] as const,
      ),
      [
        'hints without the word hint, whatever their value',
        annotated({ readOnly: true, destructive: 'no', Idempotent: null }),
        ...['Idempotent', 'destructive', 'readOnly'].map(hint => `/annotations/${hint}`),
      ],
    ],
    accepts: [
      ['annotations of the wrong type', annotated(['readOnly'])],
      ['names from Object.prototype', annotated({ constructor: true, toString: true })],
      ['other annotations', annotated({ title: 'Forecast', streamingHint: true, audience: [] })],
      ['the hints of MCP', mcpToolWith({})],
      ['no annotations', annotated(undefined)],
      ['a document, which has flags', documentWith({ annotations: { readOnly: true } })],
    ],
  },
  'metadata.mutating-read-only': behaviors(
    'error',
    [
      { operations: ['create'], read_only: true },
      { operations: ['read', 'update', 'delete'], read_only: true },
    ],
    [
      { operations: ['create'] },
      { operations: ['create'], read_only: null },
      { operations: ['create'], read_only: false },
      { operations: ['read'], read_only: true },
      { operations: ['opaque'], read_only: true },
    ],
    [
      [
        'a hint beside metadata',
        ownMeta({ behavior: { operations: ['create'] } }, { readOnlyHint: true }),
        `${OWN}/behavior`,
      ],
    ],
  ),
  'metadata.null-hint': {
    rejects: [
      ['a name with a slash', annotated({ 'a/b': null }), '/annotations/a~1b'],
      ['a name from Object.prototype', annotated({ constructor: null }), '/annotations/constructor'],
      [
        'two null annotations',
        annotated({ title: null, openWorldHint: null }),
        '/annotations/openWorldHint',
        '/annotations/title',
      ],
    ],
    accepts: [
      ['annotations of the wrong type', annotated([null])],
      ['annotations that are null', annotated(null)],
      ['the word null', annotated({ title: 'null' })],
      ['false', annotated({ readOnlyHint: false })],
      ['no annotations', annotated(undefined)],
      ['a document, whose flags may be null', documentWith({ annotations: { readOnlyHint: null } })],
    ],
  },
  'metadata.opaque-idempotent': behaviors(
    'warning',
    [
      { operations: ['opaque'], idempotent: true },
      { operations: ['create', 'opaque'], idempotent: true },
    ],
    [
      { operations: ['opaque'] },
      { operations: ['opaque'], idempotent: false },
      { operations: ['update'], idempotent: true },
    ],
  ),
  'metadata.opaque-not-destructive': behaviors(
    'error',
    [
      { operations: ['opaque'], destructive: false },
      { operations: ['read', 'opaque'], destructive: false },
    ],
    [
      { operations: ['opaque'] },
      { operations: ['opaque'], destructive: true },
      { operations: ['create'], destructive: false },
    ],
  ),
  'metadata.opaque-read-only': behaviors(
    'error',
    [
      { operations: ['opaque'], read_only: true },
      { operations: ['read', 'opaque'], read_only: true },
    ],
    [
      { operations: ['opaque'] },
      { operations: ['opaque'], read_only: false },
      { operations: ['read'], read_only: true },
    ],
  ),
  'metadata.operations-empty': behaviors(
    'warning',
    [{ operations: [] }, { operations: [], read_only: true }],
    [{ read_only: true }, { operations: ['read'] }, {}],
  ),
  'metadata.operations-repeated': behaviors(
    'warning',
    [{ operations: ['read', 'read'] }, { operations: ['read', 'update', 'read', 'update', 'read'] }],
    [{ operations: ['read', 'create', 'update', 'delete', 'opaque'] }, { operations: [] }, {}],
  ),
  'metadata.read-destructive': behaviors(
    'error',
    [
      { operations: ['read'], destructive: true },
      { operations: ['read', 'read'], destructive: true, read_only: false },
    ],
    [
      { operations: ['read'], destructive: true, read_only: true },
      { operations: ['read'] },
      { operations: ['read', 'delete'], destructive: true },
      { destructive: true },
      { operations: [], destructive: true },
    ],
  ),
  'metadata.read-not-read-only': behaviors(
    'warning',
    [
      { operations: ['read'], read_only: false },
      { operations: ['read', 'read'], read_only: false },
    ],
    [
      { operations: ['read'] },
      { operations: ['read'], read_only: true },
      { operations: ['read', 'create'], read_only: false },
      { read_only: false },
      { operations: [], read_only: false },
    ],
  ),
  'metadata.read-only-destructive': behaviors(
    'warning',
    [
      { read_only: true, destructive: true },
      { operations: ['read'], read_only: true, destructive: true },
    ],
    [
      { read_only: true, destructive: null },
      { read_only: true, destructive: false },
      { read_only: false, destructive: true },
      { destructive: true },
    ],
    [['hints', annotated({ readOnlyHint: true, destructiveHint: true }), '/annotations']],
  ),
  'metadata.read-only-not-idempotent': behaviors(
    'warning',
    [
      { read_only: true, idempotent: false },
      { operations: ['read'], read_only: true, idempotent: false },
    ],
    [
      { read_only: true, idempotent: null },
      { read_only: true, idempotent: true },
      { read_only: false, idempotent: false },
      { idempotent: false },
    ],
    [['hints', annotated({ readOnlyHint: true, idempotentHint: false }), '/annotations']],
  ),
  'metadata.unknown-domain': {
    rejects: [
      ['a misspelled domain', inDomains('e_mail'), `${domains}/0`],
      ['a name from Object.prototype', inDomains('constructor'), `${domains}/0`],
      [
        'unknown domains among known ones',
        inDomains('email', 'fax', 'calendar', 'telex'),
        `${domains}/1`,
        `${domains}/3`,
      ],
      [
        "an unknown domain in Arcade's metadata",
        arcadeMeta({ classification: { service_domains: ['fax'] } }),
        '/_meta/arcade/metadata/classification/service_domains/0',
      ],
    ],
    accepts: [
      ['a domain with an escape sequence, which the schema rejects', inDomains('e\u001b[2Kmail')],
      ['look-alike and capital letters, which the schema rejects', inDomains('еmail', 'EMAIL')],
      ['domains of the wrong type', inDomains('fax', 7)],
      ['an empty list', inDomains()],
      ['no classification', documentWith({ metadata: { classification: undefined } })],
      ['known domains', inDomains('email', 'observability')],
      ['domains added after the vocabulary was published', inDomains('contacts', 'product_analytics', 'survey')],
    ],
  },
});

test('a misspelled domain is reported with the nearest known one', () => {
  const messageFor = (domain: string) => unknownDomain.check(subjectOf(inDomains(domain)))[0]?.message;
  expect(messageFor('e_mail')).toBe('"e_mail" is not a known service domain. Similar: email.');
  expect(messageFor('calender')).toBe('"calender" is not a known service domain. Similar: calendar.');
  expect(messageFor('fax')).toBe('"fax" is not a known service domain.');
});

test('undeclared flags are named as the format of the file names them', () => {
  const messageFor = (value: Json) => flagsUndeclared.check(subjectOf(value))[0]?.message;
  const hints = 'Not declared: readOnlyHint, destructiveHint, idempotentHint, openWorldHint.';
  expect(messageFor({ name: 'x' })).toBe(hints);
  expect(messageFor({ tool: { name: 'x' } })).toBe('Not declared: read_only, destructive, idempotent, open_world.');
});
