import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Digest, Finding } from '../../base/index.ts';
import { type BundleSigner, type BundleTrust, keyHint } from '../../sign/attestation/index.ts';
import type { Trust } from '../../sign/index.ts';
import type { CertificatePublisher, IdentityPublisher, KeyPublisher, LockedPublisher } from '../publisher.ts';
import { bytesOfBase64 } from '../publisher-shape.ts';
import { updateFault } from './update-fault.ts';
import type { PublisherTrust } from './update-question.ts';

/** Trust in exactly one publisher, or why it cannot be verified. */
export function trustIn(publisher: LockedPublisher, given: PublisherTrust): BundleTrust | Finding {
  switch (publisher.type) {
    case 'certificate':
      return { type: 'certificates', trust: pinOnly(publisher, given) };
    case 'key':
      return trustInKey(publisher, given);
    case 'identity':
      return trustInIdentity(publisher, given);
  }
}

/** The given roots only help to find the issuers of CRLs. */
function pinOnly({ sha256 }: CertificatePublisher, { certificates, revocations = [] }: PublisherTrust): Trust {
  const { roots = [], intermediates = [], crls = [], requireCrl = false } = certificates ?? {};
  return {
    roots: [],
    intermediates: [...roots, ...intermediates],
    crls,
    pins: new Set([`sha256:${sha256}` as Digest]),
    revocations: [...(certificates?.revocations ?? []), ...revocations],
    requireCrl,
  };
}

function trustInKey(publisher: KeyPublisher, { keys = [], revocations = [] }: PublisherTrust): BundleTrust | Finding {
  const known = [...(publisher.spki === undefined ? [] : [tryReadKey(publisher.spki)]), ...keys];
  const key = known.find(one => one !== undefined && keyHint(one) === `sha256:${publisher.sha256}`);
  if (key !== undefined) return { type: 'keys', keys: [{ key }], revocations };
  return updateFault('no-key', 'The lock has only the digest of the publisher’s key. Pass the key to verify with.');
}

function tryReadKey(spki: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: Object(bytesOfBase64(spki)), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

function trustInIdentity(
  { issuer, subject }: IdentityPublisher,
  { root, thresholds, revocations = [] }: PublisherTrust,
): BundleTrust | Finding {
  if (root === undefined)
    return updateFault('no-trusted-root', 'The publisher is a Sigstore identity. Pass a trusted root to verify it.');
  const identities = [{ issuer, subject }];
  return { type: 'sigstore', root, identities, revocations, ...(thresholds === undefined ? {} : { thresholds }) };
}

/** Whether a verified signer is the publisher: trust alone might accept a second one. */
export function isPublisher(signer: BundleSigner | undefined, publisher: LockedPublisher): boolean {
  if (signer?.type === 'certificate')
    return publisher.type === 'certificate' && signer.fingerprint === `sha256:${publisher.sha256}`;
  if (signer?.type === 'key')
    return publisher.type === 'key' && signer.publicKeyDigest === `sha256:${publisher.sha256}`;
  return signer?.type === 'sigstore' && publisher.type === 'identity' && signer.issuer === publisher.issuer;
}
