import type { KeyObject } from 'node:crypto';
import { type Digest, sha256 } from '../base/index.ts';
import { DER_TAG, readChildren, readEcdsaDer, readElement, writeEcdsaDer, writeElement } from './der.ts';
import { bytesOf, type CertificateParts } from './signed-structure.ts';

/** The orders of P-256, P-384 and P-521: the curves on which an issuer may have its key. */
const ORDERS: readonly bigint[] = [
  0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
  0x1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409n,
];

/**
 * The SHA-256 of a certificate's DER, and of every other DER that anyone can make of it without a key. ECDSA is
 * malleable: with (r, s) the signature (r, n − s) holds too, and the order n is that of the issuer's curve, which a
 * certificate does not state. RSA and Ed25519 signatures have one encoding.
 */
export function fingerprintsOf(der: Uint8Array, parts: CertificateParts): readonly Digest[] {
  const numbers = readEcdsaDer(parts.signature);
  if (numbers === undefined) return [sha256(der)];
  const { r, s } = numbers;
  const twins = ORDERS.filter(order => s < order).map(order =>
    withSignature(parts, writeEcdsaDer({ r, s: order - s })),
  );
  return [der, ...twins].map(sha256);
}

function withSignature({ tbs, algorithm }: CertificateParts, signature: Uint8Array): Uint8Array {
  const bits = writeElement(DER_TAG.bitString, Uint8Array.of(0), signature);
  return writeElement(DER_TAG.sequence, tbs, algorithm, bits);
}

/** SHA-256 of the SubjectPublicKeyInfo in its one normal form, however the certificate writes the key. */
export function publicKeyDigest(key: KeyObject, spki: Uint8Array = writeSpki(key)): Digest {
  return sha256(key.asymmetricKeyType === 'ec' ? withWholePoint(spki, key) : spki);
}

/** The SubjectPublicKeyInfo as OpenSSL writes it. */
export function writeSpki(key: KeyObject): Uint8Array {
  return key.export({ type: 'spki', format: 'der' });
}

/** OpenSSL writes RSA and Ed25519 keys in one form only. It keeps a compressed EC point as it was, and a JWK does not. */
function withWholePoint(spki: Uint8Array, key: KeyObject): Uint8Array {
  const outside = readElement(spki, 0);
  const [algorithm, written] = outside === undefined ? [] : (readChildren(spki, outside) ?? []);
  if (written === undefined || spki[written.start + 1] === UNCOMPRESSED) return spki;
  const point = coordinatesOf(key);
  // A curve without a name in JWK is refused by the key policy.
  if (algorithm === undefined || point === undefined) return spki;
  const bits = writeElement(DER_TAG.bitString, Uint8Array.of(0, UNCOMPRESSED), point);
  return writeElement(DER_TAG.sequence, bytesOf(spki, algorithm), bits);
}

const UNCOMPRESSED = 4;

/** Both in full length, one after the other. */
function coordinatesOf(key: KeyObject): Uint8Array | undefined {
  try {
    const { x = '', y = '' } = key.export({ format: 'jwk' });
    const [first, second] = [x, y].map(decodeBase64Url);
    return Uint8Array.of(...(first ?? []), ...(second ?? []));
  } catch {
    return undefined;
  }
}

function decodeBase64Url(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0));
}
