import { type Digest, ToolmarkError } from '../base/index.ts';
import { decodeBase64 } from './base64.ts';
import { type Certificate, parseCertificate } from './certificate.ts';
import { type Crl, parseCrl } from './crl.ts';
import { isDigest, type Revocation } from './revocation.ts';

/** What a user trusts, as files hold it: each item PEM with any number of blocks, or DER. */
export interface TrustMaterial {
  /** A certificate that is not an authority is treated as a pin. */
  readonly roots?: readonly Uint8Array[];
  readonly intermediates?: readonly Uint8Array[];
  readonly crls?: readonly Uint8Array[];
  /** Signers trusted for themselves: certificates, or the digest of a certificate or of a public key. */
  readonly pins?: readonly (Uint8Array | Digest)[];
  readonly revocations?: readonly Revocation[];
  /** Require a current CRL for every certificate. */
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

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END ([A-Z0-9 ]+)-----/g;

/** Every block of one kind in a PEM text, or the bytes themselves when they are DER. Throws `certificate.malformed`. */
export function readPemOrDer(bytes: Uint8Array, label: 'CERTIFICATE' | 'X509 CRL'): Uint8Array[] {
  if (bytes[0] === 0x30) return [bytes];
  const text = new TextDecoder('latin1').decode(bytes);
  const blocks = [...text.matchAll(BLOCK)];
  const marks = text.split('-----BEGIN ').length - 1;
  if (blocks.length < marks) throw malformed('A PEM block is cut short or damaged.');
  const found = blocks.filter(([, begin, , end]) => begin === label && end === label);
  if (found.length === 0) throw malformed(`There is no PEM block "${label}" here.`);
  return found.map(([, , body = '']) => decodeBody(body));
}

function decodeBody(body: string): Uint8Array {
  const bytes = decodeBase64(body.replace(/\s/g, ''));
  if (bytes === undefined || bytes.length === 0) throw malformed('The base64 of a PEM block is damaged.');
  return bytes;
}

function malformed(message: string): ToolmarkError {
  return new ToolmarkError('certificate.malformed', message);
}
