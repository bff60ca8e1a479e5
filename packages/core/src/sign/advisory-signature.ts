import type { KeyObject } from 'node:crypto';
import { type Digest, type JsonObject, jcs, sha256, ToolmarkError } from '../base/index.ts';
import { algorithmFor } from './algorithm.ts';
import { findKeyProblem } from './key-policy.ts';
import { encode } from './profile.ts';
import type { Scheme } from './scheme.ts';

export interface AdvisorySignature {
  readonly keyId: string;
  readonly alg: string;
  readonly value: string;
}

/** What is signed: no tool document has this form, so that no signature of one can stand for the other. */
export function advisoriesPayload(list: JsonObject): Uint8Array {
  return encode(jcs({ context: 'toolmark/advisories@1', list }));
}

export interface AdvisoryKey {
  readonly id: Digest;
  readonly alg: string;
  readonly scheme: Scheme;
  readonly publicKey: KeyObject;
}

/** A public key as advisories name it; throws `advisories.key-unsupported` for what may not sign them. */
export function advisoryKey(publicKey: KeyObject): AdvisoryKey {
  const algorithm = publicKey.type === 'public' ? algorithmFor(publicKey) : undefined;
  const isListed = algorithm?.label === 'EdDSA' || algorithm?.label === 'ES256';
  if (algorithm === undefined || !isListed || findKeyProblem(publicKey) !== undefined) {
    throw new ToolmarkError('advisories.key-unsupported', 'Advisories are signed with Ed25519 or P-256 keys alone.');
  }
  const id = sha256(publicKey.export({ type: 'spki', format: 'der' }));
  return { id, alg: algorithm.label, scheme: algorithm.scheme, publicKey };
}
