import { describe, expect, test } from 'vitest';
import { type Json, type JsonObject, readJson } from '../../base/index.ts';
import { checkParameterSchemas, PARAMETER_CODES } from './semantic/parameter-schema.ts';
import { ABOUT_TEXT, documentWith, mcpToolWith, secured, subjectOf, testRules } from './test-rules.ts';

const capability = (...indexes: number[]): string[] => indexes.map(index => `/tool/capabilities/${index}`);
const DATABASE = ['database_access'];
const database = (security: { readonly [member: string]: Json }, capabilities: Json = DATABASE): Json =>
  secured({ network_access: 'none', file_access: 'none', ...security }, capabilities);
const files = (capabilities: readonly string[], file_access: Json | undefined): Json =>
  secured({ file_access }, capabilities);
const maximum = '/inputSchema/properties/city/maximum';
const limits = (value: number | bigint): JsonObject => ({ properties: { city: { maximum: value } } });
const limited = (value: number | bigint): Json => mcpToolWith({ inputSchema: limits(value) });
const named = (name: Json | undefined): Json => mcpToolWith({ name });

/** A document whose parameters are exactly this. */
function taking(parameters: Json): Json {
  const { tool, ...rest } = documentWith({});
  return { ...rest, tool: { ...(tool as JsonObject), parameters } };
}

const at = '/tool/parameters';
const many = (count: number, make: (index: number) => [string, Json]): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)));

/** Only JSON text can hold such a member: an object literal would set the prototype. */
const WITH_PROTO = readJson(new TextEncoder().encode('{"type":"object","properties":{"a":{"__proto__":{"b":1}}}}'));

testRules(new RegExp(`^semantic\\.(?!${ABOUT_TEXT.source.slice('^semantic\\.'.length)})`), {
  'semantic.author-placeholder': {
    rejects: [
      ['a placeholder for the name', documentWith({ author: { name: 'Your Name' } }), '/tool/author/name'],
      ['a placeholder for the address', documentWith({ author: { email: 'you@example.org' } }), '/tool/author/email'],
    ],
    accepts: [
      ['an author of the wrong type', documentWith({ author: 'Your Name' })],
      ['an author', documentWith({})],
      ['an MCP tool, which has no author', mcpToolWith({})],
    ],
  },
  'semantic.database-capability': {
    rejects: [
      ['a database without network or files', database({}), ...capability(0)],
      ['a database after unknown capabilities', database({}, [7, 'time_travel', ...DATABASE]), ...capability(2)],
      ['the capability twice', database({}, [...DATABASE, ...DATABASE]), ...capability(0, 1)],
    ],
    accepts: [
      ['an unknown access', database({ file_access: 'all' })],
      ['capabilities of the wrong type', database({}, 'database_access')],
      ['a database in a file', database({ file_access: 'read' })],
      ['a local database', database({ network_access: 'local' })],
      ['no database', database({}, ['user_interaction'])],
      ['an MCP tool', mcpToolWith({ capabilities: DATABASE, security: { network_access: 'none' } })],
    ],
  },
  'semantic.file-capability': {
    rejects: [
      ['writing with read access', files(['write_file'], 'read'), ...capability(0)],
      ['writing without access', files(['write_file'], 'none'), ...capability(0)],
      ['both without access', files(['read_file', 'user_interaction', 'write_file'], 'none'), ...capability(0, 2)],
      ['only the writing with read access', files(['read_file', 'write_file'], 'read'), ...capability(1)],
    ],
    accepts: [
      ['an unknown access', files(['write_file'], 'READ')],
      ['a missing access', files(['write_file'], undefined)],
      ['reading with read access', files(['read_file'], 'read')],
      ['writing with write access', files(['read_file', 'write_file'], 'write')],
      ['writing with full access', files(['write_file'], 'full')],
      ['a tool without files', files(['user_interaction'], 'none')],
    ],
  },
  'semantic.input-schema': {
    rejects: [
      ...['string', ['object', 'null'], undefined, 'Object'].map(
        type =>
          [`a root of type ${JSON.stringify(type)}`, mcpToolWith({ inputSchema: { type } }), '/inputSchema'] as const,
      ),
      ['no input schema', mcpToolWith({ inputSchema: undefined }), ''],
    ],
    accepts: [
      ['a schema of the wrong type', mcpToolWith({ inputSchema: [] })],
      ['a value that is not a tool', 'tool'],
      ['a document, which has parameters', documentWith({ inputSchema: { type: 'string' } })],
      ['an object without properties', { name: 'ping', inputSchema: { type: 'object' } }],
      ['an object with properties', mcpToolWith({})],
    ],
  },
  'semantic.large-integer': {
    rejects: [
      ['an integer that a double cannot represent', limited(9007199254740993n), maximum],
      ['a negative one', limited(-(2n ** 64n)), maximum],
      ['a double above 2^53', limited(2 ** 60), maximum],
      ['an unknown member', mcpToolWith({ _meta: { 'x/y': [{ id: 2n ** 60n }] } }), '/_meta/x~1y/0/id'],
      [
        'two in a document',
        documentWith({ parameters: limits(2n ** 60n), extensions: { 'a.example': 2n ** 61n } }),
        '/tool/extensions/a.example',
        '/tool/parameters/properties/city/maximum',
      ],
      [
        'schema 1.0, as a warning',
        documentWith({ parameters: limits(2n ** 60n) }, '1.0'),
        ['/tool/parameters/properties/city/maximum', 'warning'],
      ],
    ],
    accepts: [
      ['2^53', limited(2 ** 53)],
      ['-2^53', limited(-(2 ** 53))],
      ['a number with an exponent in canonical JSON', limited(1e21)],
      ['a fraction', limited(0.1)],
      ['a string of digits', mcpToolWith({ title: '9007199254740993' })],
      ['a tool without numbers', documentWith({})],
    ],
  },
  'semantic.name-conflict': {
    takenNames: ['read_file', 'listPRs', 'constructor'],
    rejects: [
      ['a Cyrillic letter', named('read_filе'), '/name'],
      ['an invisible letter', named('read\u200b_file'), '/name'],
      ['full-width letters', named('ｒｅａｄ＿ｆｉｌｅ'), '/name'],
      ['another case', documentWith({ name: 'Read_File' }), '/tool/name'],
      ['the same name', documentWith({ name: 'read_file' }), '/tool/name'],
      ['a name taken in another case', named('listprs'), '/name'],
      ['a name from Object.prototype', named('constructor'), '/name'],
    ],
    accepts: [
      ['a name of the wrong type', named(['read_file'])],
      ['no name', named(undefined)],
      ['a longer name', named('read_file_2')],
      ['another separator', named('read-file')],
      ['another name from Object.prototype', named('toString')],
    ],
  },
  'semantic.network-capability': {
    rejects: [
      ['requests without access', secured({ network_access: 'none' }), ...capability(0)],
      ['a later capability', secured({ network_access: 'none' }, ['read_file', 'network_request']), ...capability(1)],
    ],
    accepts: [
      ['an unknown access', secured({ network_access: 'None' })],
      ['a missing access', secured({ network_access: undefined })],
      ['security of the wrong type', documentWith({ security: 'none' })],
      ['local requests', secured({ network_access: 'local' })],
      ['requests to the internet', documentWith({})],
      ['no requests and no access', secured({ network_access: 'none' }, ['read_file'])],
    ],
  },
  'semantic.parameter-required': {
    rejects: [
      [
        'names from Object.prototype',
        taking({ required: ['constructor', 'toString'] }),
        `${at}/required/0`,
        `${at}/required/1`,
      ],
      ['another case', taking({ properties: { Path: {} }, required: ['path'] }), `${at}/required/0`],
      ['a look-alike name', taking({ properties: { path: {} }, required: ['pаth'] }), `${at}/required/0`],
      ['control characters', taking({ properties: {}, required: ['a\u001b[2K'] }), `${at}/required/0`],
      [
        'a name deep inside a list',
        taking({ properties: { 'a/b': { items: { properties: { c: {} }, required: ['d'] } } } }),
        `${at}/properties/a~1b/items/required/0`,
      ],
      [
        'a name that only the parent describes',
        taking({ properties: { a: { required: ['b'] }, b: {} } }),
        `${at}/properties/a/required/0`,
      ],
      [
        'an undescribed name in a branch',
        taking({ properties: { a: {} }, anyOf: [{ required: ['b'] }] }),
        `${at}/anyOf/0/required/0`,
      ],
      ['a circular reference', taking({ $ref: '#', required: ['a'] }), `${at}/required/0`],
      ['a description inside not', taking({ not: { properties: { a: {} } }, required: ['a'] }), `${at}/required/0`],
      [
        'a chain of ten thousand references to nothing',
        taking({
          $ref: '#/$defs/d0',
          $defs: many(10_000, i => [`d${i}`, i < 9_999 ? { $ref: `#/$defs/d${i + 1}` } : {}]),
          required: ['a'],
        }),
        `${at}/required/0`,
      ],
      [
        'a schema that exceeds the step limit',
        taking({
          $defs: { all: { properties: many(2_000, i => [`p${i}`, {}]) } },
          properties: many(2_000, i => [`q${i}`, { $ref: '#/$defs/all', required: ['ghost'] }]),
        }),
        at,
      ],
    ],
    accepts: [
      ['names of the wrong type', taking({ required: [7, null, ['a']] })],
      ['a list of the wrong type', taking({ required: 'a' })],
      ['parameters of the wrong type', taking('a')],
      ['no list', taking({ properties: { a: {} } })],
      ['described names', taking({ properties: { a: {}, b: true }, required: ['a', 'b'] })],
      [
        'a branch that relies on its parent',
        taking({ properties: { a: {}, b: {} }, oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
      ],
      ['a parent that relies on a branch', taking({ allOf: [{ properties: { a: {} } }], required: ['a'] })],
      ['a branch that relies on another', taking({ allOf: [{ properties: { a: {} } }, { required: ['a'] }] })],
      [
        'a condition',
        taking({ properties: { a: {} }, if: { required: ['a'] }, then: { properties: { b: {} }, required: ['b'] } }),
      ],
      ['a forbidden name', taking({ properties: { a: {} }, not: { required: ['legacy'] } })],
      [
        'a local definition',
        taking({ $ref: '#/$defs/a~1b', $defs: { 'a/b': { properties: { c: {} } } }, required: ['c'] }),
      ],
      [
        'a remote definition, which another rule reports',
        taking({ $ref: 'https://a.example/s.json', required: ['c'] }),
      ],
      ['names by pattern', taking({ patternProperties: { '^x-': {} }, anyOf: [{ required: ['x-a'] }] })],
      [
        'five thousand branches that rely on each other',
        taking({
          anyOf: Array.from({ length: 5_000 }, (_, i) => ({
            properties: { [`p${i}`]: {} },
            required: [`p${(i + 1) % 5_000}`],
          })),
        }),
      ],
      [
        'twenty thousand names and branches',
        taking({
          properties: many(5_000, i => [`p${i}`, {}]),
          required: Array.from({ length: 5_000 }, (_, i) => `p${i}`),
          allOf: Array.from({ length: 20_000 }, () => ({})),
        }),
      ],
    ],
  },
  'semantic.prototype-member': {
    rejects: [
      ['an MCP tool', mcpToolWith({ inputSchema: WITH_PROTO }), '/inputSchema/properties/a/__proto__'],
      ['a document', documentWith({ parameters: WITH_PROTO }), '/tool/parameters/properties/a/__proto__'],
    ],
    accepts: [
      ['similar names', mcpToolWith({ proto: 1, __proto: 2, constructor: 3 })],
      ['the word as a value', mcpToolWith({ description: 'Explains __proto__ to beginners.' })],
      ['a valid document', documentWith({})],
    ],
  },
  'semantic.schema-version': {
    rejects: [
      ...['2.0', '0.9', '1.01', '11.0'].map(
        version => [`version ${version}`, documentWith({}, version), '/schema_version'] as const,
      ),
      ['a later minor version, as a warning', documentWith({}, '1.2'), ['/schema_version', 'warning']],
      ['a much later minor version, as a warning', documentWith({}, '1.10'), ['/schema_version', 'warning']],
    ],
    accepts: [
      ['full-width digits, which the schema rejects', documentWith({}, '２.0')],
      ['a line break at the end, which the schema rejects', documentWith({}, '2.0\n')],
      ['a version of the wrong type', { schema_version: 2, tool: {} }],
      ['no version', { tool: {} }],
      ['an MCP tool, which has no version', mcpToolWith({})],
      ['version 1.0', documentWith({}, '1.0')],
      ['version 1.1', documentWith({})],
    ],
  },
  'semantic.tool-name': {
    rejects: [
      ['a name of a million letters', named('a'.repeat(1_000_000)), '/name'],
      ['a name of 129 letters', named('a'.repeat(129)), '/name'],
      ...['read\u001b[2K', 'read_file\n', 'rеad_file', '', 'read file', 'files/read'].map(
        name => [JSON.stringify(name), named(name), '/name'] as const,
      ),
    ],
    accepts: [
      ['a name of the wrong type', named(7)],
      ['a document, whose schema restricts names', documentWith({ name: 'read file' })],
      ['one letter', named('x')],
      ['128 letters', named('a'.repeat(128))],
      ['every kind of allowed character', named('Files.read_file-2')],
    ],
  },
  'semantic.twin-members': {
    rejects: [
      ['a long s, which Go folds to s', mcpToolWith({ deſcription: 'x' }), '/deſcription'],
      ['a Kelvin sign', mcpToolWith({ 'x\u212a': 1, xk: 2 }), '/x\u212a'],
      ['a second description', mcpToolWith({ Description: 'Sends files away.' }), '/description'],
      ['three spellings, with two findings', mcpToolWith({ NAME: 'a', Name: 'b' }), '/Name', '/name'],
      ['names with a slash', mcpToolWith({ 'a/b': 1, 'A/b': 2 }), '/a~1b'],
      ['a document', documentWith({ Parameters: {} }), '/tool/parameters'],
      [
        'members that meet in the MCP tool made from the document',
        documentWith({ mcp: { Description: 'x', inputschema: {} } }),
        '/tool/mcp/Description',
        '/tool/mcp/inputschema',
      ],
      ['the MCP part of a document', documentWith({ mcp: { title: 'x', Title: 'y' } }), '/tool/mcp/title'],
    ],
    accepts: [
      ['look-alike members', mcpToolWith({ dеscription: 'x' })],
      ['parameters that differ in case', mcpToolWith({ inputSchema: { properties: { n: {}, N: {} } } })],
      ['names from Object.prototype', mcpToolWith({ constructor: 1, toString: 2 })],
      ['an MCP part of the wrong type', documentWith({ mcp: 'Description' })],
      ['a reserved member, which the schema rejects', documentWith({ mcp: { description: 'x' } })],
      ['a valid tool', mcpToolWith({ title: 'Forecast', _meta: {} })],
    ],
  },
});

describe('findings about schemas', () => {
  const property = (schema: Json): Json => ({ type: 'object', properties: { a: schema } });
  const nested = (depth: number): Json => (depth === 0 ? {} : property(nested(depth - 1)));
  const rows: readonly (readonly [code: string, schema: Json])[] = [
    ['dialect', { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' }],
    ['keyword', property({ minLength: -1 })],
    ['remote-ref', property({ $ref: 'https://a.example/s' })],
    ['dangling-ref', property({ $ref: '#/$defs/x' })],
    ['pattern', property({ pattern: '(' })],
    ['pattern-cost', property({ pattern: '(a)\\1' })],
    ['limits', nested(100)],
  ];

  test.each(rows)('%s: reported in input and output schemas of tools and documents', (code, schema) => {
    for (const [value, pointer] of [
      [{ name: 'x', inputSchema: schema }, '/inputSchema'],
      [{ name: 'x', outputSchema: schema }, '/outputSchema'],
      [documentWith({ mcp: { outputSchema: schema } }), '/tool/mcp/outputSchema'],
    ] as const) {
      const found = checkParameterSchemas(subjectOf(value));
      expect(found.map(finding => finding.code)).toContain(`semantic.parameter-${code}`);
      expect(found.every(finding => finding.pointer.startsWith(pointer))).toBe(true);
    }
  });

  test('every code is tested', () => {
    expect(rows.map(([code]) => `semantic.parameter-${code}`)).toEqual(PARAMETER_CODES.map(({ code }) => code));
  });

  test('valid schemas have no findings', () => {
    expect(checkParameterSchemas(subjectOf(mcpToolWith({})))).toEqual([]);
    expect(checkParameterSchemas(subjectOf(documentWith({})))).toEqual([]);
  });
});
