import {
  type Certificate,
  type Digest,
  type Finding,
  jcs,
  parseTrust,
  readJson,
  sha256,
  ToolmarkError,
  type TrustMaterial,
} from '@toolmark/core';
import {
  type Bundle,
  type BundleOutcome,
  type BundleResult,
  type BundleTrust,
  MAX_BUNDLE_BYTES,
  parseSurfacePredicate,
  readBundle,
  type Statement,
  type TrustedRoot,
  verifyBundle,
} from '@toolmark/core/attestation';
import type { ServerJson } from '@toolmark/core/formats';
import type { CertificateRow } from '../publishing/certificates-of.ts';
import { registeredCertificates, trustOf } from '../publishing/trust-of.ts';
import { findSubject } from './find-subject.ts';
import { type TrustingRow, trustsSigner } from './trusts-signer.ts';

/** Whose bundles a registry accepts. */
export interface BundleAnchors {
  /** Trusted for every publisher, as for documents. */
  readonly trust: TrustMaterial;
  /** For identities of CI jobs; none are accepted without it. */
  readonly root: TrustedRoot | undefined;
}

/** What is known about the entry that a bundle is for. */
export interface AttestedEntry {
  readonly server: ServerJson;
  /** The accounts whose registered certificates count, each with every revoked certificate. */
  readonly certificates: ReadonlyMap<string, readonly CertificateRow[]>;
  /** The trusted publishers of its name. */
  readonly trusting: readonly TrustingRow[];
}

export type AttestationSigner =
  | {
      readonly kind: 'certificate';
      readonly subject: string;
      readonly fingerprint: Digest;
      readonly publicKeyDigest: Digest;
    }
  | { readonly kind: 'key'; readonly publicKeyDigest: Digest }
  | { readonly kind: 'identity'; readonly issuer: string; readonly subject: string };

export interface JudgedAttestation {
  readonly digest: Digest;
  readonly surfaceDigest: Digest;
  readonly subjects: readonly { readonly name: string; readonly digest: Readonly<Record<string, string>> }[];
  readonly signer: AttestationSigner;
}

/** Accepts a bundle that says what the packages or remotes of an entry show, of a signer known for it. Throws `attestation.*`. */
export async function judgeAttestation(
  bytes: Uint8Array,
  entry: AttestedEntry,
  anchors: BundleAnchors,
  now: Date,
): Promise<JudgedAttestation> {
  const bundle = tryRead(() => readBundle(bytes));
  const result = await verify(bundle, entry, anchors, now);
  const { statement } = result;
  if (result.outcome !== 'trusted' || statement === undefined) throw refused(result.outcome, result.findings);
  const surfaceDigest = surfaceOf(statement);
  if (findSubject(statement, entry.server, surfaceDigest) === undefined) throw otherPackage();
  return { digest: sha256(bytes), surfaceDigest, subjects: subjectsOf(statement), signer: signerOf(result) };
}

/** The one form in which a bundle is stored: its digest is that of its JCS text (docs/spec/attestation.md, section 3). */
export function canonicalBundle(bytes: Uint8Array): Uint8Array {
  return tryRead(() => new TextEncoder().encode(jcs(readJson(bytes, { maxBytes: MAX_BUNDLE_BYTES, maxDepth: 16 }))));
}

function tryRead<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    throw refused('malformed', [findingOf(error)]);
  }
}

function findingOf({ code, message, pointer = '' }: ToolmarkError): Finding {
  return { code, severity: 'error', pointer, message };
}

async function verify(bundle: Bundle, entry: AttestedEntry, anchors: BundleAnchors, now: Date): Promise<BundleResult> {
  if (bundle.material.type === 'key')
    return await verifyForAccounts(bundle, entry, account => keysOf(entry, account, anchors), now);
  const registered = await verifyForAccounts(bundle, entry, account => certificatesOf(entry, account, anchors), now);
  if (registered.outcome === 'trusted') return registered;
  return (await verifyIdentity(bundle, entry, anchors, now)) ?? registered;
}

/** The first account for which the bundle is trusted, else the verdict for the last. */
async function verifyForAccounts(
  bundle: Bundle,
  { certificates }: AttestedEntry,
  trustFor: (account: string) => BundleTrust,
  now: Date,
): Promise<BundleResult> {
  let result: BundleResult = { outcome: 'untrusted', findings: [] };
  for (const account of certificates.keys()) {
    result = await verifyBundle(bundle, trustFor(account), { now });
    if (result.outcome === 'trusted') return result;
  }
  return result;
}

function certificatesOf({ certificates }: AttestedEntry, account: string, { trust }: BundleAnchors): BundleTrust {
  return { type: 'certificates', trust: parseTrust(trustOf(account, certificates.get(account) ?? [], trust)) };
}

/** Keys of registered certificates, while those are valid. Judged now, as certificates are: no log is required. */
function keysOf({ certificates }: AttestedEntry, account: string, { trust }: BundleAnchors): BundleTrust {
  const rows = certificates.get(account) ?? [];
  const { revocations = [] } = trustOf(account, rows, trust);
  return { type: 'keys', keys: registeredCertificates(account, rows).map(toPinnedKey), revocations };
}

function toPinnedKey({ publicKey: key, validFrom, validUntil }: Certificate) {
  return { key, validFrom, validUntil };
}

/**
 * Undefined for a certificate that names no identity. Verified twice: first for no identity, which says who signed; then for
 * exactly that one, if a trusted publisher of the name vouches for it.
 */
async function verifyIdentity(
  bundle: Bundle,
  { trusting }: AttestedEntry,
  { root }: BundleAnchors,
  now: Date,
): Promise<BundleResult | undefined> {
  if (root === undefined) return undefined;
  const result = await verifyBundle(bundle, { type: 'sigstore', root, identities: [] }, { now });
  if (result.findings.some(({ code }) => code === 'bundle.identity-unreadable')) return undefined;
  const { signer } = result;
  if (signer?.type !== 'sigstore' || !trusting.some(row => trustsSigner(row, signer))) return result;
  return await verifyBundle(bundle, { type: 'sigstore', root, identities: [signer] }, { now });
}

function signerOf({ signer }: BundleResult): AttestationSigner {
  if (signer === undefined) throw refused('untrusted', []);
  switch (signer.type) {
    case 'certificate': {
      const { subject, fingerprint, publicKeyDigest } = signer;
      return { kind: 'certificate', subject, fingerprint, publicKeyDigest };
    }
    case 'key':
      return { kind: 'key', publicKeyDigest: signer.publicKeyDigest };
    case 'sigstore':
      return { kind: 'identity', issuer: signer.issuer, subject: signer.subject };
  }
}

function subjectsOf({ subject }: Statement): JudgedAttestation['subjects'] {
  return subject.map(({ name = '', digest }) => ({ name, digest: Object.fromEntries(digest) }));
}

const REASONS: Readonly<Record<Exclude<BundleOutcome, 'trusted'>, string>> = {
  malformed: 'This is not a Sigstore bundle with an in-toto statement.',
  invalid: 'The signature of the bundle is invalid.',
  untrusted:
    'The signer of the bundle is not known for this server. Register the certificate; identities of CI jobs need a trusted publisher, and a trusted root that the operator gives.',
  revoked: 'The signer of the bundle is revoked.',
  expired: 'The certificate or key of the signer has expired. Sign with a current one.',
};

/** Bundles of a signer whose outcome is `trusted` but without a statement do not exist: they are malformed. */
function refused(outcome: BundleOutcome, findings: readonly Finding[]): ToolmarkError {
  const word = outcome === 'trusted' ? 'malformed' : outcome;
  return new ToolmarkError(`attestation.${word}`, REASONS[word], { findings });
}

function surfaceOf(statement: Statement): Digest {
  try {
    return parseSurfacePredicate(statement).surfaceDigest;
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    const message = 'The statement of the bundle is not an attestation of the surface of a server.';
    throw new ToolmarkError('attestation.predicate', message, { findings: [findingOf(error)] });
  }
}

function otherPackage(): ToolmarkError {
  const message =
    'No subject of the attestation is a package or remote of this version. Attest exactly the package that server.json names, an image by its digest.';
  return new ToolmarkError('attestation.other-package', message);
}
