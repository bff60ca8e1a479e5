import type { KeyObject } from 'node:crypto';
import { writeSpki } from './fingerprints.ts';

interface KeyProblem {
  readonly code: 'certificate.weak-key' | 'certificate.key-unsupported';
  readonly message: string;
}

/** Why a public key is not acceptable, or undefined. Its SPKI may be given, if it was written already. */
export function findKeyProblem(key: KeyObject, spki?: Uint8Array): KeyProblem | undefined {
  const details = key.asymmetricKeyDetails ?? {};
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return rsaProblem(details.modulusLength ?? 0, details.publicExponent ?? 0n);
    case 'ec':
      return curveProblem(details.namedCurve ?? 'of no name', spki ?? writeSpki(key));
    case 'ed25519':
      return undefined;
    default:
      return unsupported(`A key of type ${key.asymmetricKeyType} is not supported: use Ed25519, EC P-256 or RSA.`);
  }
}

function rsaProblem(bits: number, exponent: bigint): KeyProblem | undefined {
  if (bits < 2048) return weak(`The RSA key has ${bits} bits; at least 2048 are needed, 3072 for new keys.`);
  if (exponent < 65537n || exponent % 2n === 0n) {
    return weak(`The RSA exponent is ${exponent}; it must be odd and at least 65537.`);
  }
  return undefined;
}

/** The length of a public key with a named curve and an uncompressed point. */
const SPKI_BYTES: Readonly<Record<string, number>> = { prime256v1: 91, secp384r1: 120, secp521r1: 158 };

// The same point can be written compressed, which gives one key two digests: a revoked key would come back as new.
function curveProblem(curve: string, spki: Uint8Array): KeyProblem | undefined {
  const expected = Object.hasOwn(SPKI_BYTES, curve) ? SPKI_BYTES[curve] : undefined;
  if (expected === undefined) return unsupported(`The curve ${curve} is not supported: use P-256, P-384 or P-521.`);
  if (spki.length === expected) return undefined;
  return unsupported('The EC key is not written as a named curve with an uncompressed point.');
}

function weak(message: string): KeyProblem {
  return { code: 'certificate.weak-key', message };
}

function unsupported(message: string): KeyProblem {
  return { code: 'certificate.key-unsupported', message };
}
