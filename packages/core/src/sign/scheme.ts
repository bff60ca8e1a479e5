import { constants, type KeyObject, sign, verify } from 'node:crypto';
import { isEcdsaDer } from './der.ts';

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

/** What a label of schema 1.1 means: exactly what RFC 7518 and RFC 8037 say. */
const JOSE: Readonly<Record<string, Scheme>> = {
  PS256: { type: 'rsa-pss', hash: 'sha256', saltLength: 32 },
  PS384: { type: 'rsa-pss', hash: 'sha384', saltLength: 48 },
  PS512: { type: 'rsa-pss', hash: 'sha512', saltLength: 64 },
  ES256: { type: 'ecdsa', hash: 'sha256', curve: 'prime256v1', encoding: 'ieee-p1363' },
  ES384: { type: 'ecdsa', hash: 'sha384', curve: 'secp384r1', encoding: 'ieee-p1363' },
  ES512: { type: 'ecdsa', hash: 'sha512', curve: 'secp521r1', encoding: 'ieee-p1363' },
  EdDSA: { type: 'ed25519' },
};

/** What a label of schema 1.0 means: the kind of key, and for EC its curve. The hash is SHA-256 under every label. */
const ETDI: Readonly<Record<string, 'rsa' | Curve>> = {
  RS256: 'rsa',
  RS384: 'rsa',
  RS512: 'rsa',
  ES256: 'prime256v1',
  ES384: 'secp384r1',
  ES512: 'secp521r1',
};

export const SHORT_SALT = 32;

/** The schemes of a label that fit a key, the expected one first; undefined for an unknown label. */
export function schemesOf(version: '1.0' | '1.1', label: string, key: KeyObject): readonly Scheme[] | undefined {
  const schemes = version === '1.1' ? joseSchemes(label) : etdiSchemes(label, key);
  return schemes?.filter(scheme => fitsKey(scheme, key));
}

function joseSchemes(label: string): readonly Scheme[] | undefined {
  const scheme = Object.hasOwn(JOSE, label) ? JOSE[label] : undefined;
  return scheme === undefined ? undefined : [scheme];
}

/** Newer versions of the original's library accept a salt of the hash's length too, so we do, and say so. */
function etdiSchemes(label: string, key: KeyObject): readonly Scheme[] | undefined {
  const kind = Object.hasOwn(ETDI, label) ? ETDI[label] : undefined;
  if (kind === undefined) return undefined;
  if (kind !== 'rsa') return [{ type: 'ecdsa', hash: 'sha256', curve: kind, encoding: 'der' }];
  const saltLengths = [maximumSalt(key), SHORT_SALT].filter(length => length >= SHORT_SALT);
  return saltLengths.map(saltLength => ({ type: 'rsa-pss', hash: 'sha256', saltLength }));
}

/** RFC 8017, 9.1.1: what the encoded message leaves after a SHA-256 hash and two bytes. */
function maximumSalt(key: KeyObject): number {
  const modulusBits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  return Math.ceil((modulusBits - 1) / 8) - 32 - 2;
}

export interface Algorithm {
  readonly label: string;
  readonly scheme: Scheme;
}

/** What we sign with in schema 1.1: the curve decides for EC, the strength of the key for RSA. */
export function algorithmFor(key: KeyObject): Algorithm | undefined {
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  const strongest = bits >= 4096 ? 'PS512' : bits >= 3072 ? 'PS384' : 'PS256';
  return [strongest, 'ES256', 'ES384', 'ES512', 'EdDSA'].map(named).find(({ scheme }) => fitsKey(scheme, key));
}

/** What we sign with in schema 1.0: only the two labels whose hash is what they say. */
export function etdiAlgorithmFor(key: KeyObject): Algorithm | undefined {
  for (const label of ['RS256', 'ES256']) {
    const [scheme] = schemesOf('1.0', label, key) ?? [];
    if (scheme !== undefined) return { label, scheme };
  }
  return undefined;
}

function named(label: string): Algorithm {
  const [scheme] = joseSchemes(label) ?? [];
  if (scheme === undefined) throw new Error(`${label} is not in the table.`);
  return { label, scheme };
}
