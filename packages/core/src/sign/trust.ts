import { type Digest, ToolmarkError } from '../base/index.ts';
import { type Certificate, parseCertificate } from './certificate.ts';
import { type Crl, parseCrl } from './crl.ts';
import { readPemOrDer } from './pem.ts';
import { isDigest, type Revocation } from './revocation.ts';

/** What a user trusts, as files hold it: each item PEM with any number of blocks, or DER. */
export interface TrustMaterial {
  /** A certificate that is no authority can vouch for itself alone, so here it is a pin. */
  readonly roots?: readonly Uint8Array[];
  readonly intermediates?: readonly Uint8Array[];
  readonly crls?: readonly Uint8Array[];
  /** Signers trusted for themselves: certificates, or the digest of a certificate or of a public key. */
  readonly pins?: readonly (Uint8Array | Digest)[];
  readonly revocations?: readonly Revocation[];
  /** Refuse where no current CRL speaks about a certificate. */
  readonly requireCrl?: boolean;
}

/** The same, parsed. */
export interface Trust {
  readonly roots: readonly Certificate[];
  readonly intermediates: readonly Certificate[];
  readonly crls: readonly Crl[];
  readonly pins: ReadonlySet<Digest>;
  readonly revocations: readonly Revocation[];
  readonly requireCrl: boolean;
}

/** Throws `certificate.*` or `revocation.*` when any item cannot be read: trust is never guessed. */
export function parseTrust(material: TrustMaterial): Trust {
  const anchors = (material.roots ?? []).flatMap(parseCertificates);
  const selfStanding = anchors.filter(({ extensions }) => !extensions.isCa);
  const pins = (material.pins ?? []).flatMap(parsePin);
  return {
    roots: anchors.filter(({ extensions }) => extensions.isCa),
    intermediates: (material.intermediates ?? []).flatMap(parseCertificates),
    crls: (material.crls ?? []).flatMap(bytes => readPemOrDer(bytes, 'X509 CRL').map(parseCrl)),
    pins: new Set([...pins, ...selfStanding.map(({ fingerprint }) => fingerprint)]),
    revocations: material.revocations ?? [],
    requireCrl: material.requireCrl ?? false,
  };
}

/** Every certificate in a PEM text, or the one in DER. */
export function parseCertificates(bytes: Uint8Array): Certificate[] {
  return readPemOrDer(bytes, 'CERTIFICATE').map(parseCertificate);
}

function parsePin(pin: Uint8Array | Digest): Digest[] {
  if (pin instanceof Uint8Array) return parseCertificates(pin).map(({ fingerprint }) => fingerprint);
  if (isDigest(pin)) return [pin];
  throw new ToolmarkError(
    'certificate.malformed',
    'A pin is a certificate, or "sha256:" and 64 lower-case hexadecimal digits.',
  );
}
