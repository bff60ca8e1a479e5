import { createVerifier, parseTrust, type Revocation, type TrustMaterial } from '@toolmark/core';
import { namesForRevocation, parseCertificate, type Verifier } from '@toolmark/core/sign';
import vectors from '../../test/vectors/signature.json' with { type: 'json' };
import { must, type Target, unlessRefused } from '../target.ts';
import { REENCODINGS, reencode } from './reencode.ts';

const now = new Date(vectors.verification_time);
const anchors: TrustMaterial = {
  roots: vectors.trust.roots.map(encode),
  intermediates: vectors.trust.intermediates.map(encode),
};
const crls = vectors.trust.crls.map(derOf);

/** Documents of schema 1.0, whose signature does not cover the certificate. */
const documents = ['etdi-tool, ec-p256', 'etdi-tool, rsa-2048'].map(name => {
  const text = documentOf(name);
  const base64 = String(JSON.parse(text).tool.signature.certificate);
  const der = Buffer.from(base64, 'base64');
  return { text, base64, der, readers: readersOf(der) };
});
const revokedByCrl = encode(documentOf('revoked by CRL'));
/** The issuer of the first CRL, DER-encoded. */
const crlIssuer = Buffer.from(parseCertificate(derOf(vectors.trust.intermediates[0] ?? '')).subjectDer);

export const revocation: Target = {
  name: 'revocation',
  promise: 'Re-encoding a revoked certificate or its CRL never makes a document trusted.',
  seeds: REENCODINGS,
  async run(input) {
    for (const { text, base64, der, readers } of documents) {
      const document = encode(text.replace(base64, Buffer.from(reencode(der, input)).toString('base64')));
      for (const reader of readers) await tryDocument(document, reader);
    }
    for (const [index, crl] of crls.entries()) await tryCrl(reencode(crl, input), index);
  },
};

interface Reader {
  /** Has no revocations. */
  readonly lenient: Verifier;
  /** Each revokes the certificate by one identifier. */
  readonly strict: readonly Verifier[];
}

/** One reader trusts the certificate's issuer, the other pins its key. */
function readersOf(der: Uint8Array): readonly Reader[] {
  const certificate = parseCertificate(der);
  const { issuer, serialNumber, ...single } = namesForRevocation(certificate);
  const names = [...Object.entries(single).map(([name, value]) => ({ [name]: value })), { issuer, serialNumber }];
  return [anchors, { pins: [certificate.publicKeyDigest] }].map(material => ({
    lenient: createVerifier(parseTrust(material)),
    strict: names.map(name => {
      const revoked = { ...name, reason: 'key-compromise', time: '2026-11-01T00:00:00Z' } as Revocation;
      return createVerifier(parseTrust({ ...material, revocations: [revoked] }));
    }),
  }));
}

/** Most inputs are not trusted even without revocations; those need no second check. */
async function tryDocument(document: Uint8Array, { lenient, strict }: Reader): Promise<void> {
  if ((await outcomeOf(lenient, document)) !== 'trusted') return;
  for (const verifier of strict) must((await outcomeOf(verifier, document)) !== 'trusted', REVOKED_IS_TRUSTED);
}

const REVOKED_IS_TRUSTED = 'A revoked signer is trusted.';

/** A CRL that names another issuer does not apply here, so it only has to fail where a CRL is required. */
async function tryCrl(changed: Uint8Array, index: number): Promise<void> {
  const given = crls.with(index, Buffer.from(changed));
  const isStillNamed = index === 0 && Buffer.from(changed).includes(crlIssuer);
  for (const requireCrl of isStillNamed ? [true, false] : [true]) {
    const trust = unlessRefused(() => parseTrust({ ...anchors, crls: given, requireCrl }));
    if (trust === undefined) continue;
    must((await outcomeOf(createVerifier(trust), revokedByCrl)) !== 'trusted', REVOKED_IS_TRUSTED);
  }
}

async function outcomeOf(verifier: Verifier, document: Uint8Array): Promise<string> {
  const { outcome, findings } = await verifier.verify(document, { now });
  const isChecked = findings.every(({ code }) => code !== 'signature.unexpected');
  must(isChecked, `The check failed: ${JSON.stringify(findings)}`);
  return outcome;
}

function documentOf(name: string): string {
  return vectors.cases.find(vector => vector.name === name)?.document ?? '';
}

function encode(text: string): Uint8Array {
  return Buffer.from(text);
}

function derOf(pem: string): Uint8Array {
  return Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64');
}
