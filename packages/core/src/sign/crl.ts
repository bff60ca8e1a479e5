import { verify } from 'node:crypto';
import { CertificateRevocationList, type Extension } from 'pkijs';
import { type Finding, sha256, ToolmarkError } from '../base/index.ts';
import type { Certificate } from './certificate.ts';
import { hasUsage, wholeSecond } from './check-path.ts';
import { authorityKeyIdOf, KEY_USAGE } from './extensions.ts';
import { fault, nameOf } from './fault.ts';
import type { Path } from './find-paths.ts';

/** A certificate revocation list, parsed once; its signature is checked when its issuer is known. */
export interface Crl {
  readonly fingerprint: string;
  readonly pki: CertificateRevocationList;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | undefined;
  /** When each serial number was revoked. */
  readonly revoked: ReadonlyMap<string, Date>;
  readonly authorityKeyId: Uint8Array | undefined;
  readonly isSupported: boolean;
}

/** From DER; throws `revocation.crl-malformed`. */
export function parseCrl(der: Uint8Array): Crl {
  const pki = readList(der);
  const extensions = pki.crlExtensions?.extensions ?? [];
  const entries = pki.revokedCertificates ?? [];
  const isCritical = ({ critical }: Extension): boolean => critical;
  return {
    fingerprint: sha256(der),
    pki,
    thisUpdate: pki.thisUpdate.value,
    nextUpdate: pki.nextUpdate?.value,
    revoked: new Map(
      entries.map(entry => [hex(entry.userCertificate.valueBlock.valueHexView), entry.revocationDate.value]),
    ),
    authorityKeyId: authorityKeyIdOf(extensions.find(({ extnID }) => extnID === '2.5.29.35')?.parsedValue),
    // Critical extensions make a list partial, indirect or a delta: it then does not say who is *not* revoked.
    isSupported: ![...extensions, ...entries.flatMap(entry => entry.crlEntryExtensions?.extensions ?? [])].some(
      isCritical,
    ),
  };
}

/** Everything CRLs have against a path: someone on it is revoked, or that could not be found out. */
export function checkCrls(path: Path, crls: readonly Crl[], isRequired: boolean, now: Date): Finding[] {
  return path.slice(0, -1).flatMap((certificate, index) => {
    const issuer = path[index + 1];
    return issuer === undefined ? [] : checkOne(certificate, issuer, crls, isRequired, now);
  });
}

/** The CRLs that speak about what an issuer issued, by name and, where they state it, by key. */
export function crlsOf(issuer: Certificate, crls: readonly Crl[]): readonly Crl[] {
  const { subjectKeyId } = issuer.extensions;
  return crls.filter(
    ({ pki, authorityKeyId }) =>
      pki.issuer.isEqual(issuer.pki.subject) &&
      (authorityKeyId === undefined || subjectKeyId === undefined || hex(authorityKeyId) === hex(subjectKeyId)),
  );
}

function checkOne(
  certificate: Certificate,
  issuer: Certificate,
  crls: readonly Crl[],
  isRequired: boolean,
  now: Date,
): Finding[] {
  const relevant = crlsOf(issuer, crls);
  if (relevant.length === 0) return isRequired ? [missing(issuer)] : [];
  const judged = relevant.map(crl => ({ crl, problem: findProblem(crl, issuer, now) }));
  const dates = judged
    .filter(({ problem }) => problem?.code !== 'revocation.crl-forged')
    .flatMap(({ crl }) => crl.revoked.get(serialOf(certificate)) ?? []);
  // An outdated list still proves a revocation, which is for ever. It only cannot prove the absence of one.
  const revoked = dates.slice(0, 1).map(date => revokedSince(certificate, issuer, date));
  const forged = judged.flatMap(({ problem }) => (problem?.code === 'revocation.crl-forged' ? [problem] : []));
  const isCurrent = judged.some(({ problem }) => problem === undefined);
  return [...revoked, ...(isCurrent ? forged : judged.flatMap(({ problem }) => problem ?? []))];
}

function findProblem(crl: Crl, issuer: Certificate, now: Date): Finding | undefined {
  const name = nameOf(issuer);
  if (!hasUsage(issuer.extensions.keyUsage, KEY_USAGE.cRLSign) || !isSignedBy(crl, issuer)) {
    return fault('revocation.crl-forged', `A CRL in the name of ${name} is not signed by it. Get the list again.`);
  }
  if (!crl.isSupported) {
    return fault('revocation.crl-unsupported', `The CRL of ${name} is partial or of a kind that cannot be used.`);
  }
  const second = wholeSecond(now);
  if (second < crl.thisUpdate) {
    return fault('revocation.crl-not-yet-valid', `The CRL of ${name} begins on ${crl.thisUpdate.toISOString()}.`);
  }
  if (crl.nextUpdate !== undefined && second <= crl.nextUpdate) return undefined;
  const end = crl.nextUpdate === undefined ? 'says no end' : `ended on ${crl.nextUpdate.toISOString()}`;
  return fault('revocation.crl-expired', `The CRL of ${name} ${end}. Get a current one.`);
}

const HASHES: Readonly<Record<string, string | null>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
  '1.3.101.112': null,
};

function isSignedBy({ pki }: Crl, issuer: Certificate): boolean {
  const { algorithmId } = pki.signatureAlgorithm;
  const hash = Object.hasOwn(HASHES, algorithmId) ? HASHES[algorithmId] : undefined;
  if (hash === undefined || pki.signature.algorithmId !== algorithmId) return false;
  try {
    return verify(hash, pki.tbsView, issuer.publicKey, pki.signatureValue.valueBlock.valueHexView);
  } catch {
    // OpenSSL throws when key and algorithm do not belong together: then this issuer did not sign it.
    return false;
  }
}

function readList(der: Uint8Array): CertificateRevocationList {
  try {
    const pki = CertificateRevocationList.fromBER(new Uint8Array(der));
    if (pki.toSchema().toBER().byteLength === der.length) return pki;
  } catch (cause) {
    throw new ToolmarkError('revocation.crl-malformed', 'This is not a CRL in DER.', { cause });
  }
  throw new ToolmarkError('revocation.crl-malformed', 'Bytes follow the CRL, or it is not DER.');
}

function serialOf({ pki }: Certificate): string {
  return hex(pki.serialNumber.valueBlock.valueHexView);
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}

function missing(issuer: Certificate): Finding {
  return fault('revocation.crl-missing', `A CRL is demanded and there is none of ${nameOf(issuer)}. Pass it.`);
}

function revokedSince(certificate: Certificate, issuer: Certificate, date: Date): Finding {
  return fault(
    'revocation.revoked',
    `${nameOf(certificate)} was revoked by ${nameOf(issuer)} on ${date.toISOString()}. Trust nothing it signed.`,
  );
}
