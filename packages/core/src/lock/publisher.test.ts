import { createHash, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { placesOf, refusalOf } from '../../../../test/refusal.ts';
import { server } from '../../../../test/server.ts';
import { formatLock, type LockedPublisher, parseLock, pin, salvageLock } from './index.ts';

const HEX = 'a'.repeat(64);
const SPKI = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' });
const KEY = { type: 'key', sha256: createHash('sha256').update(SPKI).digest('hex'), spki: SPKI.toString('base64') };
const IDENTITY = {
  type: 'identity',
  issuer: 'https://token.actions.githubusercontent.com',
  subject: 'https://github.com/acme/weather/.github/workflows/release.yml@refs/tags/*',
};
const ATTESTED = { version: '1.2.0', bundle: `sha256:${HEX}` } as const;

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

function lockWith(members: object): Uint8Array {
  const text = formatLock({ lockfileVersion: 2, servers: new Map([['w', pin(server(), { attested: ATTESTED })]]) });
  const lock = JSON.parse(text);
  Object.assign(lock.servers.w, members);
  return bytesOf(lock);
}

describe('the publisher of an entry', () => {
  test.each([
    ['a certificate', { type: 'certificate', sha256: HEX }],
    ['a key', KEY],
    ['a key without its SPKI', { type: 'key', sha256: HEX }],
    ['an identity', IDENTITY],
  ])('can be %s', (_, publisher) => {
    const entry = pin(server(), { publisher: publisher as LockedPublisher, attested: ATTESTED });
    const text = formatLock({ lockfileVersion: 1, servers: new Map([['w', entry]]) });
    expect(text).toMatch(/^\{\n {2}"lockfileVersion": 2,/);
    expect(parseLock(new TextEncoder().encode(text)).servers.get('w')).toEqual(entry);
    expect(salvageLock(new TextEncoder().encode(text)).lock.servers.get('w')).toEqual(entry);
    expect(entry.surfaceDigest).toBe(pin(server()).surfaceDigest);
  });

  test.each<[string, unknown, string[]]>([
    ['a text', 'ada', ['schema.type /servers/w/publisher']],
    ['null', null, ['schema.type /servers/w/publisher']],
    ['no type', { sha256: HEX }, ['schema.type /servers/w/publisher']],
    ['another type', { type: 'ssh', sha256: HEX }, ['schema.enum /servers/w/publisher/type']],
    ['a type of Object.prototype', { type: 'toString' }, ['schema.enum /servers/w/publisher/type']],
    ['upper-case digits', { type: 'key', sha256: 'A'.repeat(64) }, ['schema.format /servers/w/publisher/sha256']],
    [
      'a digest with its algorithm',
      { type: 'key', sha256: `sha256:${HEX}` },
      ['schema.format /servers/w/publisher/sha256'],
    ],
    ['another key', { ...KEY, sha256: HEX }, ['schema.format /servers/w/publisher/spki']],
    ['base64 with a line break', { ...KEY, spki: `${KEY.spki}\n` }, ['schema.format /servers/w/publisher/spki']],
    ['a certificate with a key', { ...KEY, type: 'certificate' }, ['schema.unknown-member /servers/w/publisher/spki']],
    ['a second digest', { ...IDENTITY, sha256: HEX }, ['schema.unknown-member /servers/w/publisher/sha256']],
    ['no subject', { type: 'identity', issuer: IDENTITY.issuer }, ['schema.required /servers/w/publisher']],
    ['an issuer without TLS', { ...IDENTITY, issuer: 'http://a' }, ['schema.format /servers/w/publisher/issuer']],
    [
      'a look-alike letter',
      { ...IDENTITY, subject: 'https://github.com/аcme/x' },
      ['schema.format /servers/w/publisher/subject'],
    ],
    ['a list of subjects', { ...IDENTITY, subject: ['a', 'b'] }, ['schema.format /servers/w/publisher/subject']],
  ])('is refused as %s', (_, publisher, places) => {
    const refusal = refusalOf(() => parseLock(lockWith({ publisher })));
    expect([refusal.code, placesOf(refusal)]).toEqual(['lock.malformed', places]);
  });

  test.each<[string, unknown, string[]]>([
    ['without a bundle', { version: '1' }, ['schema.required /servers/w/attested']],
    ['with a short digest', { ...ATTESTED, bundle: 'sha256:aa' }, ['schema.pattern /servers/w/attested/bundle']],
    ['with a number', { ...ATTESTED, version: 1 }, ['schema.format /servers/w/attested/version']],
    ['with a space', { ...ATTESTED, version: '1 2' }, ['schema.format /servers/w/attested/version']],
  ])('an accepted attestation is refused %s', (_, attested, places) => {
    const refusal = refusalOf(() => parseLock(lockWith({ attested })));
    expect([refusal.code, placesOf(refusal)]).toEqual(['lock.malformed', places]);
  });

  test('is unknown in a lock of version 1', () => {
    const lock = JSON.parse(new TextDecoder().decode(lockWith({ publisher: KEY })));
    expect(placesOf(refusalOf(() => parseLock(bytesOf({ ...lock, lockfileVersion: 1 }))))).toEqual([
      'schema.unknown-member /servers/w/attested',
      'schema.unknown-member /servers/w/publisher',
    ]);
  });
});
