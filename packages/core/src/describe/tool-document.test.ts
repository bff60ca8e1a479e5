import { describe, expect, test } from 'vitest';
import { placesOf, refusalOf } from '../../../../test/refusal.ts';
import { hasErrors, type Json, type JsonObject } from '../base/index.ts';
import { findDocumentErrors, parseToolDocument, schemaVersion } from './tool-document.ts';

const TOOL = {
  name: 'get_forecast',
  version: '1.0.0',
  description: 'Forecast for a city.',
  author: { name: 'Ada', email: 'ada@example.org' },
  capabilities: ['network_request'],
  parameters: { type: 'object', properties: {} },
  security: {
    required_permissions: [],
    risk_level: 'medium',
    sandboxing_required: true,
    network_access: 'internet',
    file_access: 'none',
  },
};

function versioned(version: Json, changes: JsonObject = {}): JsonObject {
  return { schema_version: version, tool: { ...TOOL, ...changes } };
}

describe('a document of schema 1.1', () => {
  test.each<[string, JsonObject, string[]]>([
    ['an unknown member', { risk: 'low' }, ['schema.unknown-member /tool/risk']],
    [
      'an inherited name as member',
      { constructor: 1 } as unknown as JsonObject,
      ['schema.unknown-member /tool/constructor'],
    ],
    [
      'an unknown member of the author',
      { author: { ...TOOL.author, phone: '1' } },
      ['schema.unknown-member /tool/author/phone'],
    ],
    ['a name with a space', { name: 'get forecast' }, ['schema.pattern /tool/name']],
    ['a name with a line break at its end', { name: 'get_forecast\n' }, ['schema.pattern /tool/name']],
    ['a version in full-width digits', { version: '１.0.0' }, ['schema.pattern /tool/version']],
    ['a version with a leading zero', { version: '01.0.0' }, ['schema.pattern /tool/version']],
    [
      'a mail address that is none',
      { author: { name: 'A', email: 'not an email' } },
      ['schema.format /tool/author/email'],
    ],
    ['no capabilities', { capabilities: [] }, ['schema.items /tool/capabilities']],
    ['a capability twice', { capabilities: ['read_file', 'read_file'] }, ['schema.duplicate-item /tool/capabilities']],
    [
      'a hint under mcp',
      { mcp: { annotations: { readOnlyHint: true } } },
      ['schema.reserved-member /tool/mcp/annotations'],
    ],
    ['a name under mcp', { mcp: { name: 'other' } }, ['schema.reserved-member /tool/mcp']],
    [
      'metadata under mcp',
      { mcp: { _meta: { 'dev.toolmark/metadata': {} } } },
      ['schema.reserved-member /tool/mcp/_meta'],
    ],
    [
      'an unknown operation',
      { metadata: { behavior: { operations: ['fly'] } } },
      ['schema.enum /tool/metadata/behavior/operations/0'],
    ],
    ['an extension that is not a reverse domain', { extensions: { mine: 1 } }, ['schema.pattern /tool/extensions']],
    [
      'the label RS256',
      { signature: { algorithm: 'RS256', signature: '', certificate: '', timestamp: '2026-01-01T00:00:00Z' } },
      ['schema.enum /tool/signature/algorithm'],
    ],
  ])('with %s is refused', (_, changes, places) => {
    const error = refusalOf(() => parseToolDocument(versioned('1.1', changes)));
    expect(error.code).toBe('document.malformed');
    expect(placesOf(error)).toEqual(places);
  });

  test.each<[string, JsonObject]>([
    ['a name with dots', { name: 'weather.get_forecast' }],
    ['a pre-release version', { version: '1.0.0-rc.1+build.5' }],
    ['a long description', { description: 'x'.repeat(4096) }],
    ['flags that are null', { metadata: { behavior: { read_only: null } } }],
    ['unknown members under mcp', { mcp: { title: 'T', 'x-new': { a: null }, annotations: { audience: 'all' } } }],
    ['extensions', { extensions: { 'org.example/tier': { gold: true } } }],
    ['any host', { security: { ...TOOL.security, allowed_domains: ['*', 'api.example.org'] } }],
  ])('with %s is accepted', (_, changes) => {
    const document = versioned('1.1', changes);
    expect(parseToolDocument(document)).toEqual(document);
    expect(parseToolDocument(new TextEncoder().encode(JSON.stringify(document)))).toEqual(document);
  });

  test('is refused with every malformed member', () => {
    const error = refusalOf(() =>
      parseToolDocument({
        schema_version: '1.1',
        more: 1,
        tool: { name: 1, author: {}, security: { risk_level: 'x' } },
      }),
    );
    expect(new Set(error.findings.map(finding => finding.pointer))).toEqual(
      new Set(['/more', '/tool', '/tool/name', '/tool/author', '/tool/security', '/tool/security/risk_level']),
    );
    expect(
      error.findings.filter(({ pointer, code }) => pointer === '/tool' && code === 'schema.required'),
    ).toHaveLength(4);
  });

  test('with values that are not JSON is refused at each of them', () => {
    const document = versioned('1.1', {
      metadata: { extras: { at: new Date(0), n: Number.NaN } },
    } as unknown as JsonObject);
    expect(placesOf(refusalOf(() => parseToolDocument(document)))).toEqual([
      'json.not-json /tool/metadata/extras/at',
      'json.not-json /tool/metadata/extras/n',
    ]);
  });
});

describe('other versions', () => {
  test('schema 1.0 warns of unknown members and keeps them', () => {
    const document = { ...versioned('1.0', { mcp: { title: 'T' } }), registry_info: {} };
    const findings = findDocumentErrors(document);
    expect(findings.map(({ severity, pointer }) => `${severity} ${pointer}`).sort()).toEqual([
      'warning /registry_info',
      'warning /tool/mcp',
    ]);
    expect(parseToolDocument(document)).toEqual(document);
  });

  test('a later minor version may add members, and what 1.1 knows must still hold', () => {
    expect(hasErrors(findDocumentErrors(versioned('1.2', { novelty: 1 })))).toBe(false);
    expect(findDocumentErrors(versioned('1.2', { novelty: 1 }))).toMatchObject([{ severity: 'warning' }]);
    expect(hasErrors(findDocumentErrors(versioned('1.2', { name: 'a b' })))).toBe(true);
  });

  test('the reading as born asserts no formats and takes a line break at the end of a name', () => {
    const document = versioned('1.0', { name: 'a\n', version: '１.0.0', author: { name: 'A', email: 'no mail' } });
    expect(findDocumentErrors(document, 'born')).toEqual([]);
    expect(
      findDocumentErrors(document)
        .map(finding => finding.pointer)
        .sort(),
    ).toEqual(['/tool/author/email', '/tool/name', '/tool/version']);
  });

  test.each<[Json, string | undefined]>([
    [null, undefined],
    [{}, undefined],
    [{ schema_version: 1.1 }, undefined],
    [{ schema_version: '1.1\n' }, undefined],
    [{ schema_version: '１.1' }, undefined],
    [{ schema_version: '1.1.0' }, undefined],
    [{ schema_version: '1.1' }, '1.1'],
    [{ schema_version: '2.0' }, '2.0'],
  ])('the version of %j is %s', (value, version) => {
    expect(schemaVersion(value)).toBe(version);
  });

  test.each(['constructor', '1.1\n', '', '1'])('the version %j is refused', version => {
    expect(placesOf(refusalOf(() => parseToolDocument(versioned(version))))).toContain(
      'schema.pattern /schema_version',
    );
  });
});
