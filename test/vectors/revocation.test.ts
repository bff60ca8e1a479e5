import { createHash, X509Certificate } from 'node:crypto';
import type { Digest } from '@toolmark/core';
import { namesForRevocation, parseCertificate } from '@toolmark/core/sign';
import { describe, expect, test } from 'vitest';
import { checkRevocations } from '../../packages/core/src/sign/revocation.ts';
import vectors from './revocation.json' with { type: 'json' };

test('there are vectors', () => {
  expect(vectors.cases).toHaveLength(3);
});

describe.each(vectors.cases)('$name', ({ certificate: base64, twins, names }) => {
  const ders = [base64, ...twins].map(text => Buffer.from(text, 'base64'));
  const [der = Buffer.of()] = ders;
  const certificate = parseCertificate(der);

  test('is named as the vector says', () => {
    expect(namesForRevocation(certificate)).toEqual(names);
    expect(names.certificate).toBe(`sha256:${createHash('sha256').update(der).digest('hex')}`);
    const spki = new X509Certificate(der).publicKey.export({ type: 'spki', format: 'der' });
    expect(names.publicKey).toBe(`sha256:${createHash('sha256').update(spki).digest('hex')}`);
  });

  test('is revoked by each name, and so are its twins', () => {
    const { certificate: whole, tbsCertificate, issuer, serialNumber, publicKey } = names;
    const digest = (text: string): Digest => `sha256:${text.slice('sha256:'.length)}`;
    const entries = [
      { certificate: digest(whole) },
      { tbsCertificate: digest(tbsCertificate) },
      { issuer: digest(issuer), serialNumber },
      { publicKey: digest(publicKey) },
    ];
    for (const entry of entries) {
      const list = [{ ...entry, reason: 'superseded', time: '2026-11-15T12:00:00Z' } as const];
      const codes = ders.map(bytes => checkRevocations(parseCertificate(bytes), list).map(({ code }) => code));
      expect(codes).toEqual(ders.map(() => ['revocation.revoked']));
    }
  });
});
