import { describe, expect, test } from 'vitest';
import type { Json } from '../base/index.ts';
import { parseRevocations, type Revocation, writeRevocations } from './revocation.ts';

const DIGEST = `sha256:${'0a'.repeat(32)}` as const;
const ENTRY = { certificate: DIGEST, reason: 'key-compromise', time: '2026-11-15T12:00:00Z' } as const;

describe('a revocation list', () => {
  test('comes back as it was written', () => {
    const list: Revocation[] = [
      ENTRY,
      { publicKey: DIGEST, reason: 'superseded', time: '2026-01-01T00:00:00Z' },
      { ...ENTRY, tbsCertificate: DIGEST, issuer: DIGEST, serialNumber: '1f', publicKey: DIGEST },
      { issuer: DIGEST, serialNumber: '0', reason: 'superseded', time: '2026-01-01T00:00:00Z' },
    ];
    expect(parseRevocations(new TextEncoder().encode(writeRevocations(list)))).toEqual(list);
    expect(parseRevocations(new TextEncoder().encode(writeRevocations([])))).toEqual([]);
  });

  test.each<[string, Json]>([
    ['a list', []],
    ['nothing', {}],
    ['another version', { version: 2, revoked: [] }],
    ['no list inside', { version: 1, revoked: {} }],
    ['an unknown member', { version: 1, revoked: [], comment: '' }],
    ['an entry that is not an object', { version: 1, revoked: ['x'] }],
    ['an entry that names nothing', { version: 1, revoked: [{ reason: ENTRY.reason, time: ENTRY.time }] }],
    ['an unknown member of an entry', { version: 1, revoked: [{ ...ENTRY, unless: 'monday' }] }],
    ['upper-case digits', { version: 1, revoked: [{ ...ENTRY, certificate: DIGEST.replaceAll('a', 'A') }] }],
    ['bare digits', { version: 1, revoked: [{ ...ENTRY, certificate: DIGEST.slice(7) }] }],
    ['a serial number without issuer', { version: 1, revoked: [{ ...ENTRY, serialNumber: '1f' }] }],
    ['an issuer without serial number', { version: 1, revoked: [{ ...ENTRY, issuer: DIGEST }] }],
    ['a serial number in upper case', { version: 1, revoked: [{ ...ENTRY, issuer: DIGEST, serialNumber: '1F' }] }],
    ['a padded serial number', { version: 1, revoked: [{ ...ENTRY, issuer: DIGEST, serialNumber: '01' }] }],
    ['a serial number as a number', { version: 1, revoked: [{ ...ENTRY, issuer: DIGEST, serialNumber: 1 }] }],
    ['an unknown reason', { version: 1, revoked: [{ ...ENTRY, reason: 'bored' }] }],
    ['no reason', { version: 1, revoked: [{ certificate: DIGEST, time: ENTRY.time }] }],
    ['a time without zone', { version: 1, revoked: [{ ...ENTRY, time: '2026-11-15T12:00:00' }] }],
    ['no time', { version: 1, revoked: [{ certificate: DIGEST, reason: ENTRY.reason }] }],
  ])('is not %s', (_, value) => {
    expect(() => parseRevocations(value)).toThrow(expect.objectContaining({ code: 'revocation.list-malformed' }));
  });

  test('is JSON', () => {
    expect(() => parseRevocations(new TextEncoder().encode('{'))).toThrow(
      expect.objectContaining({ code: 'json.syntax' }),
    );
  });
});
