import type { KeyObject } from 'node:crypto';
import { checkSignature, fitsKey, type Scheme } from '../scheme.ts';
import { type Bundle, PAYLOAD_TYPE } from './bundle.ts';
import { pae } from './pae.ts';

/** One scheme for each kind of key, so that nothing is left to guess. Sigstore writes ECDSA in DER. */
const SCHEMES: readonly Scheme[] = [
  { type: 'ed25519' },
  { type: 'ecdsa', hash: 'sha256', curve: 'prime256v1', encoding: 'der' },
  { type: 'ecdsa', hash: 'sha384', curve: 'secp384r1', encoding: 'der' },
  { type: 'ecdsa', hash: 'sha512', curve: 'secp521r1', encoding: 'der' },
];

export function bundleScheme(key: KeyObject): Scheme | undefined {
  return SCHEMES.find(scheme => fitsKey(scheme, key));
}

/** Whether a key made the signature of an envelope: over its PAE, never over the payload alone. */
export function isSignedBy(bundle: Pick<Bundle, 'payload' | 'signature'>, key: KeyObject): boolean {
  const scheme = bundleScheme(key);
  return scheme !== undefined && checkSignature(scheme, key, pae(PAYLOAD_TYPE, bundle.payload), bundle.signature);
}
