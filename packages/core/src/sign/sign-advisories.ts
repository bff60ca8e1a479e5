import type { KeyObject } from 'node:crypto';
import { findNonJson, jcs, ToolmarkError } from '../base/index.ts';
import { type Advisory, type AdvisoryStatement, malformed, parseAdvisories } from './advisories.ts';
import { advisoriesPayload, advisoryKey } from './advisory-signature.ts';
import { encodeBase64 } from './base64.ts';
import { encode } from './profile.ts';
import { checkSignature, fitsKey, makeSignature } from './scheme.ts';

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
