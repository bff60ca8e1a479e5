import { createPublicKey } from 'node:crypto';
import { inert, parseTrust, ToolmarkError } from '@toolmark/core';
import { type BundleTrust, keyHint, signPayload, toBundle, verifyBundle } from '@toolmark/core/attestation';
import type { Io } from '../io.ts';
import { readKey } from './read-key.ts';
import { readIdentity } from './signing-identity.ts';

export interface KeyOptions {
  readonly key: string;
  readonly cert?: string;
  readonly passphraseFile?: string;
}

/** A bundle by a key, or by its certificate. */
export async function signWithKey(
  payload: Uint8Array,
  { key: file, cert, ...rest }: KeyOptions,
  io: Io,
): Promise<Uint8Array> {
  if (cert !== undefined) {
    const { key, certificate } = await readIdentity({ ...rest, key: file, cert, chain: [] }, io);
    const bundle = toBundle({ payload, signature: signPayload(payload, key), certificate });
    return checked(bundle, { type: 'certificates', trust: parseTrust({ pins: [certificate] }) }, io);
  }
  const key = await readKey(file, rest, io);
  const publicKey = createPublicKey(key);
  const bundle = toBundle({ payload, signature: signPayload(payload, key), hint: keyHint(publicKey) });
  return checked(bundle, { type: 'keys', keys: [{ key: publicKey }] }, io);
}

/** A certificate that has expired or belongs to another key would be noticed by every user, and by no author. */
async function checked(bundle: Uint8Array, trust: BundleTrust, io: Io): Promise<Uint8Array> {
  const { outcome, findings } = await verifyBundle(bundle, trust, { now: io.now });
  if (outcome === 'trusted') return bundle;
  const [first] = findings;
  const reason = first === undefined ? outcome : inert(first.message);
  throw new ToolmarkError('attest.signer', `This signature would not verify: ${reason}`, { findings });
}
