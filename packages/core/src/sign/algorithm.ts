import type { KeyObject } from 'node:crypto';
import { type Curve, fitsKey, type Scheme } from './scheme.ts';

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

/** The schemes a label stands for with a key, the expected one first: none when they do not fit, undefined when unknown. */
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
