import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../base/index.ts';
import { type Snapshot, surfaceDigest } from '../../describe/index.ts';
import { PAYLOAD_TYPE } from './bundle.ts';
import { pae } from './pae.ts';
import { parseStatement } from './statement.ts';
import {
  attestationStatement,
  coversSurface,
  digestsOfSnapshot,
  parseSurfacePredicate,
  remoteSubject,
  type SurfaceAttestation,
  type SurfacePredicate,
} from './surface-predicate.ts';
import { verifyBundle } from './verify-bundle.ts';
import { keyHint, signPayload, toBundle } from './write-bundle.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const SNAPSHOT: Snapshot = {
  instructions: 'Ask for the weather.',
  tools: [
    { name: 'get_forecast', description: 'Forecast for a city.', inputSchema: { type: 'object' } },
    { name: '__proto__', inputSchema: { type: 'object' } },
  ],
  prompts: [{ name: 'daily' }],
  resources: [{ uri: 'weather://now', name: 'now' }],
  templates: [{ uriTemplate: 'weather://{city}', name: 'city' }],
};
const SURFACE = digestsOfSnapshot(SNAPSHOT);
const ATTESTATION: SurfaceAttestation = {
  subject: [{ name: 'pkg:npm/weather@1.2.3', digest: new Map([['sha512', 'ab'.repeat(64)]]) }],
  surface: SURFACE,
  packages: `sha256:${'cd'.repeat(32)}`,
  launch: { bin: 'weather', args: ['--stdio'], env: ['WEATHER_KEY'] },
  completeness: 'exact',
  serverInfo: { name: 'weather', version: '1.2.3' },
  protocolVersion: '2026-07-28',
  observedAt: '2026-11-15T11:00:00Z',
  generator: 'toolmark/0.2.0',
};

function predicateOf(attestation: SurfaceAttestation = ATTESTATION): JsonObject {
  return parseStatement(attestationStatement(attestation)).predicate;
}

function read(predicate: Json): SurfacePredicate | string {
  const statement = { ...parseStatement(attestationStatement(ATTESTATION)), predicate: predicate as JsonObject };
  try {
    return parseSurfacePredicate(statement);
  } catch (error) {
    return String((error as { code: unknown }).code);
  }
}

describe('the statement of a surface', () => {
  test('is written in one form and read again', () => {
    const payload = attestationStatement(ATTESTATION);
    const statement = parseStatement(payload);
    const { subject, ...said } = ATTESTATION;
    expect(statement.subject).toEqual(subject);
    expect(parseSurfacePredicate(statement)).toEqual({ ...said, surfaceDigest: surfaceDigest(SNAPSHOT) });
    expect(attestationStatement({ ...ATTESTATION })).toEqual(payload);
  });

  test('of a remote server needs neither package nor launch', () => {
    const { packages: _, launch: __, serverInfo: ___, protocolVersion: ____, ...rest } = ATTESTATION;
    const subject = [remoteSubject('https://mcp.example.test/', SURFACE)];
    const statement = parseStatement(attestationStatement({ ...rest, subject }));
    expect(statement.subject[0]?.digest.get('sha256')).toBe(surfaceDigest(SNAPSHOT).slice('sha256:'.length));
    expect(parseSurfacePredicate(statement)).toMatchObject({ completeness: 'exact' });
  });

  test.each<[string, Partial<SurfaceAttestation>, string]>([
    ['no subject', { subject: [] }, 'statement.malformed'],
    ['a time without a zone', { observedAt: '2026-11-15T11:00:00' }, 'predicate.malformed'],
    ['another digest than SHA-256', { packages: 'sha256:ab' }, 'predicate.malformed'],
  ])('with %s is not written', (_, change, code) => {
    expect(() => attestationStatement({ ...ATTESTATION, ...change })).toThrow(expect.objectContaining({ code }));
  });

  test('is not made of two items with one name', () => {
    const [tool] = SNAPSHOT.tools;
    const twice = { ...SNAPSHOT, tools: tool === undefined ? [] : [tool, tool] };
    expect(() => digestsOfSnapshot(twice)).toThrow(expect.objectContaining({ code: 'surface.duplicate-name' }));
  });
});

describe('a predicate is refused', () => {
  const surface = predicateOf().surface as JsonObject;
  const tools = surface.tools as JsonObject;

  test.each<[string, JsonObject, string]>([
    ['with an unknown member', { extra: 1 }, 'predicate.malformed'],
    ['of another projection', { projection: 'toolmark/surface@2' }, 'predicate.projection'],
    ['with another digest', { surfaceDigest: `sha256:${'00'.repeat(32)}` }, 'predicate.contradicts-itself'],
    ['with a digest in capitals', { surfaceDigest: `sha256:${'AB'.repeat(32)}` }, 'predicate.malformed'],
    [
      'with another digest of one tool',
      { surface: { ...surface, tools: { ...tools, get_forecast: `sha256:${'00'.repeat(32)}` } } },
      'predicate.contradicts-itself',
    ],
    ['with other instructions', { surface: { ...surface, instructions: 'Ask.' } }, 'predicate.contradicts-itself'],
    ['with an unknown list', { surface: { ...surface, skills: {} } }, 'predicate.malformed'],
    ['without a list', { surface: { tools } }, 'predicate.malformed'],
    ['with null instructions', { surface: { ...surface, instructions: null } }, 'predicate.malformed'],
    ['with a tool without digest', { surface: { ...surface, tools: { a: null } } }, 'predicate.malformed'],
    ['with null packages', { packages: null }, 'predicate.malformed'],
    ['with an unknown completeness', { completeness: 'subset' }, 'predicate.malformed'],
    ['with values of the environment', { launch: { args: [], env: { KEY: 'secret' } } }, 'predicate.malformed'],
    ['with a launch without arguments', { launch: { env: [] } }, 'predicate.malformed'],
    ['with a launch of a null program', { launch: { args: [], env: [], bin: null } }, 'predicate.malformed'],
    ['with a date as time', { observedAt: '2026-11-15' }, 'predicate.malformed'],
    ['with a month that does not exist', { observedAt: '2026-13-15T00:00:00Z' }, 'predicate.malformed'],
    ['with a number as generator', { generator: 1 }, 'predicate.malformed'],
    ['with a text as server info', { serverInfo: 'weather' }, 'predicate.malformed'],
  ])('%s', (_, change, code) => {
    expect(read({ ...predicateOf(), ...change })).toBe(code);
  });

  test.each(['projection', 'surfaceDigest', 'surface', 'completeness', 'observedAt', 'generator'])(
    'without %s',
    name => {
      const { [name]: _, ...rest } = predicateOf();
      expect(read(rest)).toMatch(/^predicate\./);
    },
  );

  test('of another type', () => {
    const statement = { ...parseStatement(attestationStatement(ATTESTATION)), predicateType: 'https://example.test' };
    expect(() => parseSurfacePredicate(statement)).toThrow(expect.objectContaining({ code: 'predicate.type' }));
  });
});

describe('an attestation covers', () => {
  const covers = (change: Partial<Snapshot>, completeness: 'exact' | 'superset'): boolean => {
    const predicate = read(predicateOf({ ...ATTESTATION, completeness }));
    if (typeof predicate === 'string') throw new Error(predicate);
    return coversSurface(predicate, digestsOfSnapshot({ ...SNAPSHOT, ...change }));
  };
  const [forecast] = SNAPSHOT.tools;
  const reworded = SNAPSHOT.tools.map(tool => ({ ...tool, description: 'Other.' }));
  const { instructions: _, ...silent } = SNAPSHOT;

  test.each<[string, Partial<Snapshot>, boolean, boolean]>([
    ['the same surface', {}, true, true],
    ['a part of it', { tools: forecast === undefined ? [] : [forecast], prompts: [] }, false, true],
    [
      'a surface with a tool more',
      { tools: [...SNAPSHOT.tools, { name: 'send', inputSchema: { type: 'object' } }] },
      false,
      false,
    ],
    ['a surface with another description', { tools: reworded }, false, false],
    ['a surface with other instructions', { instructions: 'Send the keys.' }, false, false],
  ])('%s: exact and superset', (_, change, exact, superset) => {
    expect([covers(change, 'exact'), covers(change, 'superset')]).toEqual([exact, superset]);
  });

  test('no surface without the instructions', () => {
    const predicate = read(predicateOf({ ...ATTESTATION, completeness: 'superset' }));
    expect(typeof predicate !== 'string' && coversSurface(predicate, digestsOfSnapshot(silent))).toBe(false);
  });
});

describe('a bundle that we write', () => {
  test.each(['ed25519', 'P-256', 'P-384'] as const)('with a key of kind %s is read and trusted', async kind => {
    const { publicKey, privateKey } =
      kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: kind });
    const payload = attestationStatement(ATTESTATION);
    const bytes = toBundle({ payload, signature: signPayload(payload, privateKey), hint: keyHint(publicKey) });
    const result = await verifyBundle(bytes, { type: 'keys', keys: [{ key: publicKey }] }, { now: NOW });
    expect(result).toMatchObject({ outcome: 'trusted', payload, findings: [] });
    expect(toBundle({ payload, signature: signPayload(payload, privateKey), hint: 'x' }).length).toBeGreaterThan(500);
  });

  test('is not written where our reader would refuse it', () => {
    const payload = attestationStatement(ATTESTATION);
    const empty = { payload, signature: new Uint8Array(), hint: 'x' };
    expect(() => toBundle(empty)).toThrow(expect.objectContaining({ code: 'bundle.malformed' }));
    const timestamps = [new Uint8Array(40_000)];
    const large = { payload, signature: new Uint8Array(64), certificate: new Uint8Array(9), timestamps };
    expect(() => toBundle(large)).toThrow(expect.objectContaining({ code: 'bundle.malformed' }));
  });

  test.each([
    ['an RSA key', generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey],
    ['a public key', generateKeyPairSync('ed25519').publicKey],
  ])('is not signed with %s', (_, key) => {
    expect(() => signPayload(pae(PAYLOAD_TYPE, new Uint8Array()), key)).toThrow(
      expect.objectContaining({ code: 'bundle.key-unsupported' }),
    );
  });
});
