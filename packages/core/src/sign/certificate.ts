import { type KeyObject, X509Certificate } from 'node:crypto';
import { Certificate as PkiCertificate } from 'pkijs';
import { type Digest, sha256, ToolmarkError } from '../base/index.ts';
import { readInteger } from './der.ts';
import { type Extensions, readExtensions } from './extensions.ts';
import { fingerprintsOf, publicKeyDigest } from './fingerprints.ts';
import { type CertificateParts, readCertificateParts } from './signed-structure.ts';

/** How a certificate is shown and known. */
export interface Identity {
  readonly subject: string;
  readonly issuer: string;
  /** SHA-256 of the DER. */
  readonly fingerprint: Digest;
  /** SHA-256 of the SubjectPublicKeyInfo in its normal form. */
  readonly publicKeyDigest: Digest;
  readonly validFrom: string;
  readonly validUntil: string;
}

/** An X.509 certificate that both parsers read alike. */
export interface Certificate extends Pick<Identity, 'subject' | 'issuer' | 'fingerprint' | 'publicKeyDigest'> {
  readonly identity: Identity;
  readonly der: Uint8Array;
  /** SHA-256 of the DER, and of the DER of each twin whose signature holds as well. */
  readonly fingerprints: readonly Digest[];
  /** SHA-256 of the TBSCertificate: the bytes that the issuer signed. */
  readonly tbsDigest: Digest;
  /** SHA-256 of the issuer's name in DER. */
  readonly issuerDigest: Digest;
  /** In lower-case hexadecimal digits, without leading zeros. */
  readonly serialNumber: string;
  /** The subject's name in DER. */
  readonly subjectDer: Uint8Array;
  readonly validFrom: Date;
  readonly validUntil: Date;
  readonly publicKey: KeyObject;
  readonly extensions: Extensions;
  readonly x509: X509Certificate;
  /** @internal Types of pkijs need the library `dom`, so the published declarations leave them out. */
  readonly pki: PkiCertificate;
}

/** From DER only; throws `certificate.*` otherwise. */
export function parseCertificate(der: Uint8Array): Certificate {
  refusePem(der);
  const x509 = readWithOpenSsl(der);
  const pki = readWithPkijs(der);
  const parts = readParts(der);
  const publicKey = publicKeyOf(x509);
  const serialNumber = readInteger(parts.serialNumber).toString(16);
  refuseDisagreement(x509, pki, serialNumber);
  const names = {
    subject: oneLine(x509.subject),
    issuer: oneLine(x509.issuer),
    fingerprint: sha256(der),
    publicKeyDigest: publicKeyDigest(publicKey),
  };
  return {
    ...names,
    identity: {
      ...names,
      validFrom: pki.notBefore.value.toISOString(),
      validUntil: pki.notAfter.value.toISOString(),
    },
    der,
    fingerprints: fingerprintsOf(der, parts),
    tbsDigest: sha256(parts.tbs),
    issuerDigest: sha256(parts.issuer),
    serialNumber,
    subjectDer: parts.subject,
    validFrom: pki.notBefore.value,
    validUntil: pki.notAfter.value,
    publicKey,
    extensions: readExtensions(pki.extensions ?? []),
    x509,
    pki,
  };
}

// Node takes PEM where it is given DER. What was signed must have one spelling only.
function refusePem(der: Uint8Array): void {
  if (der[0] === 0x2d) throw pemForDer();
}

export function pemForDer(): ToolmarkError {
  return new ToolmarkError(
    'certificate.pem',
    'This is PEM where DER is expected. Write the base64 between the BEGIN and END lines, without line breaks.',
  );
}

function readWithOpenSsl(der: Uint8Array): X509Certificate {
  const x509 = attempt(() => new X509Certificate(der));
  // OpenSSL stops reading at the end of the certificate; whatever follows would be carried along unseen.
  if (x509.raw.length < der.length) {
    throw new ToolmarkError(
      'certificate.trailing-bytes',
      `${der.length - x509.raw.length} bytes follow the certificate. Remove them.`,
    );
  }
  if (!x509.raw.equals(der)) throw malformed('it is not DER');
  return x509;
}

function readWithPkijs(der: Uint8Array): PkiCertificate {
  return attempt(() => PkiCertificate.fromBER(new Uint8Array(der)));
}

function readParts(der: Uint8Array): CertificateParts {
  const parts = readCertificateParts(der);
  if (parts === undefined) throw malformed('its outer structure is not as RFC 5280 says');
  return parts;
}

function publicKeyOf(x509: X509Certificate): KeyObject {
  try {
    return x509.publicKey;
  } catch (cause) {
    throw new ToolmarkError('certificate.key-unsupported', 'The public key is of a kind that cannot be read.', {
      cause,
    });
  }
}

// Two parsers look at every certificate. An attacker lives where they differ, so differing is refused.
function refuseDisagreement(x509: X509Certificate, pki: PkiCertificate, serialNumber: string): void {
  const times = [pki.notBefore.value.getTime(), pki.notAfter.value.getTime()];
  const others = [Date.parse(x509.validFrom), Date.parse(x509.validTo)];
  if (times.some((time, i) => time !== others[i])) throw malformed('its validity can be read in two ways');
  if (x509.serialNumber.toLowerCase().replace(/^(-?)0+(?=.)/, '$1') !== serialNumber) {
    throw malformed('its serial number can be read in two ways');
  }
}

function attempt<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw malformed('it cannot be parsed', cause);
  }
}

function malformed(reason: string, cause?: unknown): ToolmarkError {
  return new ToolmarkError('certificate.malformed', `This is not a certificate: ${reason}.`, { cause });
}

/** OpenSSL writes one attribute a line and escapes line breaks inside them. */
function oneLine(name: string | undefined): string {
  return (name ?? '').split('\n').join(', ');
}
