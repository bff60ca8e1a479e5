import type { KeyObject } from 'node:crypto';
import {
  type Digest,
  findNonJson,
  isJsonObject,
  type JsonObject,
  jcs,
  member,
  readJson,
  refusalIn,
  sha256,
  ToolmarkError,
} from '../base/index.ts';
import {
  type Advisory,
  type AdvisoryList,
  type AdvisoryStatement,
  malformed,
  parseAdvisories,
  refuseOtherVersion,
  refuseUnknown,
} from './advisories.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { findKeyProblem } from './key-policy.ts';
import { encode } from './profile.ts';
import { algorithmFor, checkSignature, fitsKey, makeSignature, type Scheme } from './scheme.ts';

export const MAX_ADVISORIES_BYTES = 4 * 1024 * 1024;

/**
 * A list that one of these keys has signed (docs/spec/advisories.md); throws `json.*` or `advisories.*`. Whether it
 * is fresh is another question: what has expired names its incidents all the same.
 */
export function verifyAdvisories(bytes: Uint8Array, keys: readonly KeyObject[]): AdvisoryList {
  const signed = readObject(bytes);
  refuseOtherVersion(signed);
  const { signature: _, ...list } = signed;
  checkSigned(list, parseSignature(signed), keys);
  return parseAdvisories(list);
}

function readObject(bytes: Uint8Array): JsonObject {
  try {
    const value = readJson(bytes, { maxBytes: MAX_ADVISORIES_BYTES });
    if (isJsonObject(value)) return value;
  } catch (cause) {
    const { code, message } = refusalIn(cause);
    throw new ToolmarkError(code, `The advisories are not strict JSON: ${message}`, { cause });
  }
  throw malformed('it is not an object');
}

function parseSignature(signed: JsonObject): AdvisorySignature & { readonly bytes: Uint8Array } {
  const block = member(signed, 'signature');
  if (!isJsonObject(block)) throw malformed('it has no signature');
  refuseUnknown(block, ['keyId', 'alg', 'value']);
  const [keyId, alg, value] = [member(block, 'keyId'), member(block, 'alg'), member(block, 'value')];
  if (typeof keyId !== 'string' || typeof alg !== 'string' || typeof value !== 'string') {
    throw malformed('its signature lacks "keyId", "alg" or "value"');
  }
  const bytes = decodeBase64(value);
  if (bytes === undefined) throw malformed('the signature is not base64');
  return { keyId, alg, value, bytes };
}

function checkSigned(
  list: JsonObject,
  { keyId, alg, bytes }: ReturnType<typeof parseSignature>,
  keys: readonly KeyObject[],
): void {
  const key = keys.map(advisoryKey).find(known => known.id === keyId);
  if (key === undefined) {
    throw new ToolmarkError(
      'advisories.unknown-key',
      'The advisories are signed with a key that was not given. Get the key of the registry over another channel.',
    );
  }
  if (alg === key.alg && checkSignature(key.scheme, key.publicKey, payloadOf(list), bytes)) return;
  throw new ToolmarkError('advisories.forged', 'The signature of the advisories is invalid. Do not trust them.');
}

/** A list without a canonical form cannot be signed. */
function payloadOf(list: JsonObject): Uint8Array {
  try {
    return advisoriesPayload(list);
  } catch (cause) {
    refusalIn(cause);
    throw malformed('it has no canonical form');
  }
}

export interface AdvisorySigner {
  readonly key: KeyObject;
  readonly publicKey: KeyObject;
}

/** The signed list as it is served. Throws `advisories.*` for what no reader would accept, `signature.wrong-key`. */
export function signAdvisories(
  { issuedAt, expiresAt, advisories }: AdvisoryStatement,
  { key, publicKey }: AdvisorySigner,
): Uint8Array {
  const list = { v: 1, issuedAt, expiresAt, advisories: advisories.map(entryOf) };
  if (findNonJson(list, 'json.not-json').length > 0) throw malformed('it is not JSON');
  parseAdvisories(list);
  const { id, alg, scheme } = advisoryKey(publicKey);
  const payload = advisoriesPayload(list);
  if (key.type !== 'private' || !fitsKey(scheme, key)) throw wrongKey();
  const value = makeSignature(scheme, key, payload);
  if (!checkSignature(scheme, publicKey, payload, value)) throw wrongKey();
  return encode(jcs({ ...list, signature: { keyId: id, alg, value: encodeBase64(value) } }));
}

function entryOf({ tool, withdrawn, ...rest }: Advisory) {
  return { ...rest, ...(tool === undefined ? {} : { tool }), ...(withdrawn === undefined ? {} : { withdrawn }) };
}

function wrongKey(): ToolmarkError {
  return new ToolmarkError('signature.wrong-key', 'The private key does not belong to the public key.');
}

export interface AdvisorySignature {
  readonly keyId: string;
  readonly alg: string;
  readonly value: string;
}

/** The signed form. No tool document has it, so a signature of one is never valid for the other. */
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
    throw new ToolmarkError('advisories.key-unsupported', 'Advisories are signed with Ed25519 or P-256 keys only.');
  }
  const id = sha256(publicKey.export({ type: 'spki', format: 'der' }));
  return { id, alg: algorithm.label, scheme: algorithm.scheme, publicKey };
}
