import type { KeyObject } from 'node:crypto';
import { isJsonObject, type JsonObject, member, readJson, refusalIn, ToolmarkError } from '../base/index.ts';
import { type AdvisoryList, malformed, parseAdvisories, refuseOtherVersion, refuseUnknown } from './advisories.ts';
import { type AdvisorySignature, advisoriesPayload, advisoryKey } from './advisory-signature.ts';
import { decodeBase64 } from './base64.ts';
import { checkSignature } from './scheme.ts';

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
      'The advisories are signed with a key that was not given. Ask the registry for its key on another way.',
    );
  }
  if (alg === key.alg && checkSignature(key.scheme, key.publicKey, payloadOf(list), bytes)) return;
  throw new ToolmarkError('advisories.forged', 'The signature of the advisories does not hold. Do not believe them.');
}

/** What has no canonical form can be signed by nobody. */
function payloadOf(list: JsonObject): Uint8Array {
  try {
    return advisoriesPayload(list);
  } catch (cause) {
    refusalIn(cause);
    throw malformed('it has no canonical form');
  }
}
