import { constants, type KeyObject, sign, verify } from 'node:crypto';
import { isEcdsaDer } from './ecdsa-der.ts';

type Hash = 'sha256' | 'sha384' | 'sha512';

export type Curve = 'prime256v1' | 'secp384r1' | 'secp521r1';

/** One exact way to make a signature. Nothing in it is left for a library to guess. */
export type Scheme =
  | { readonly type: 'rsa-pss'; readonly hash: Hash; readonly saltLength: number }
  | { readonly type: 'ecdsa'; readonly hash: Hash; readonly curve: Curve; readonly encoding: 'der' | 'ieee-p1363' }
  | { readonly type: 'ed25519' };

/** Whether a signature holds, of exactly this scheme. A key of another kind is refused before any cryptography. */
export function checkSignature(scheme: Scheme, key: KeyObject, signed: Uint8Array, signature: Uint8Array): boolean {
  if (!fitsKey(scheme, key)) return false;
  switch (scheme.type) {
    case 'rsa-pss':
      return verify(scheme.hash, signed, pss(key, scheme.saltLength), signature);
    case 'ecdsa':
      if (!hasEncoding(scheme, signature)) return false;
      return verify(scheme.hash, signed, { key, dsaEncoding: scheme.encoding }, signature);
    case 'ed25519':
      return verify(null, signed, key, signature);
  }
}

export function makeSignature(scheme: Scheme, key: KeyObject, signed: Uint8Array): Uint8Array {
  switch (scheme.type) {
    case 'rsa-pss':
      return sign(scheme.hash, signed, pss(key, scheme.saltLength));
    case 'ecdsa':
      return sign(scheme.hash, signed, { key, dsaEncoding: scheme.encoding });
    case 'ed25519':
      return sign(null, signed, key);
  }
}

export function fitsKey(scheme: Scheme, key: KeyObject): boolean {
  switch (scheme.type) {
    case 'rsa-pss':
      return key.asymmetricKeyType === 'rsa';
    case 'ecdsa':
      return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === scheme.curve;
    case 'ed25519':
      return key.asymmetricKeyType === 'ed25519';
  }
}

// The mask is made with the hash of the message: Node takes that hash for MGF1 and offers no other. A salt length left
// to Node ("auto") would accept every length alike.
function pss(key: KeyObject, saltLength: number): { key: KeyObject; padding: number; saltLength: number } {
  return { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength };
}

const COORDINATE_BYTES: Readonly<Record<Curve, number>> = { prime256v1: 32, secp384r1: 48, secp521r1: 66 };

function hasEncoding(scheme: Extract<Scheme, { type: 'ecdsa' }>, signature: Uint8Array): boolean {
  if (scheme.encoding === 'der') return isEcdsaDer(signature);
  return signature.length === 2 * COORDINATE_BYTES[scheme.curve];
}
