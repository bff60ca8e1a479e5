import type { KeyObject } from 'node:crypto';
import { type Digest, type Json, jcs, ToolmarkError } from '../../base/index.ts';
import { encodeBase64 } from '../base64.ts';
import { publicKeyDigest } from '../fingerprints.ts';
import { makeSignature } from '../scheme.ts';
import { BUNDLE_MEDIA_TYPE, type Bundle, type LogEntry, PAYLOAD_TYPE, readBundle } from './bundle.ts';
import { pae } from './pae.ts';
import { bundleScheme } from './signature-scheme.ts';

/** The parts of a bundle with one signer: a certificate in DER, or the name of a key. */
export type BundleParts = Pick<Bundle, 'payload' | 'signature'> & {
  readonly timestamps?: readonly Uint8Array[];
  readonly logEntries?: readonly LogEntry[];
} & ({ readonly certificate: Uint8Array } | { readonly hint: string });

/** A bundle of version 0.3, as our own reader accepts it. Throws `bundle.*`. */
export function toBundle({ payload, signature, timestamps = [], logEntries = [], ...signer }: BundleParts): Uint8Array {
  const material: Bundle['material'] =
    'hint' in signer
      ? { type: 'key', hint: signer.hint }
      : { type: 'certificate', leaf: signer.certificate, chain: [] };
  // Other verifiers name keys in their own way, and refuse an envelope that names one differently.
  const keyId = '';
  const bundle = { mediaType: BUNDLE_MEDIA_TYPE, material, logEntries, timestamps, payload, signature, keyId };
  const bytes = new TextEncoder().encode(jcs(bundleMessage(bundle)));
  readBundle(bytes);
  return bytes;
}

/** Signs a payload as an envelope does. Throws `bundle.key-unsupported`. */
export function signPayload(payload: Uint8Array, key: KeyObject): Uint8Array {
  const scheme = bundleScheme(key);
  if (scheme === undefined || key.type !== 'private') {
    throw new ToolmarkError('bundle.key-unsupported', 'Sign with a private key of kind Ed25519 or EC P-256.');
  }
  return makeSignature(scheme, key, pae(PAYLOAD_TYPE, payload));
}

/** How bundles of Toolmark name a key: the digest of its SPKI. */
export function keyHint(publicKey: KeyObject): Digest {
  return publicKeyDigest(publicKey);
}

/** A bundle as JSON. */
export function bundleMessage({ mediaType, material, logEntries, timestamps, ...envelope }: Bundle): Json {
  const { payload, signature, keyId } = envelope;
  return {
    mediaType,
    verificationMaterial: {
      ...(material.type === 'key'
        ? { publicKey: { hint: material.hint } }
        : { certificate: { rawBytes: encodeBase64(material.leaf) } }),
      tlogEntries: logEntries.map(entryMessage),
      timestampVerificationData: {
        rfc3161Timestamps: timestamps.map(timestamp => ({ signedTimestamp: encodeBase64(timestamp) })),
      },
    },
    dsseEnvelope: {
      payload: encodeBase64(payload),
      payloadType: PAYLOAD_TYPE,
      signatures: [{ sig: encodeBase64(signature), ...(keyId === '' ? {} : { keyid: keyId }) }],
    },
  };
}

function entryMessage({ promise, proof, ...entry }: LogEntry): Json {
  return {
    logIndex: entry.logIndex,
    logId: { keyId: encodeBase64(entry.logId) },
    kindVersion: { kind: entry.kind, version: entry.version },
    integratedTime: entry.integratedTime,
    ...(promise === undefined ? {} : { inclusionPromise: { signedEntryTimestamp: encodeBase64(promise) } }),
    ...(proof === undefined
      ? {}
      : {
          inclusionProof: {
            logIndex: proof.logIndex,
            treeSize: proof.treeSize,
            rootHash: encodeBase64(proof.rootHash),
            hashes: proof.hashes.map(encodeBase64),
            checkpoint: { envelope: proof.checkpoint },
          },
        }),
    canonicalizedBody: encodeBase64(entry.body),
  };
}
