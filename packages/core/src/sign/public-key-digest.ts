import type { KeyObject } from 'node:crypto';
import { type Digest, sha256 } from '../base/index.ts';
import { DER_TAG, readChildren, readElement, writeElement } from './der.ts';
import { bytesOf } from './signed-structure.ts';

/** SHA-256 of the SubjectPublicKeyInfo in its one normal form, however the certificate writes the key. */
export function publicKeyDigest(key: KeyObject): Digest {
  const spki = key.export({ type: 'spki', format: 'der' });
  return sha256(key.asymmetricKeyType === 'ec' ? withWholePoint(spki, key) : spki);
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
