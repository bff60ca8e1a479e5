import type { KeyObject } from 'node:crypto';
import type { Digest } from '../../base/index.ts';
import type { Anchor } from '../judge-signer.ts';
import type { Revocation } from '../revocation.ts';
import type { Trust } from '../trust.ts';
import type { Claims, SigstoreIdentity } from './fulcio-identity.ts';
import type { TrustedRoot } from './trusted-root.ts';

/** Whose bundles are trusted. Everything in it is given by the reader; nothing is fetched. */
export type BundleTrust = CertificateTrust | KeyTrust | SigstoreTrust;

/** Certificates with a path to the given roots, or pinned, as for documents. Judged now. */
export interface CertificateTrust {
  readonly type: 'certificates';
  readonly trust: Trust;
}

export interface KeyTrust {
  readonly type: 'keys';
  readonly keys: readonly PinnedKey[];
  readonly revocations?: readonly Revocation[];
  /** With it, log entries and timestamps are verified too, and a key is judged at the times that they prove. */
  readonly root?: TrustedRoot;
}

export interface PinnedKey {
  readonly key: KeyObject;
  /** How bundles name the key; by default `sha256:` and hexadecimal digits, or base64, of its SPKI's SHA-256. */
  readonly hint?: string;
  readonly validFrom?: Date;
  readonly validUntil?: Date;
}

/** Short-lived certificates of a Sigstore authority, for one of the identities. */
export interface SigstoreTrust {
  readonly type: 'sigstore';
  readonly root: TrustedRoot;
  readonly identities: readonly SigstoreIdentity[];
  readonly thresholds?: Thresholds;
  readonly revocations?: readonly Revocation[];
}

/** How much evidence is required. By default one of each kind that the trusted root knows, and one proven time. */
export interface Thresholds {
  /** Entries of different transparency logs. */
  readonly logs?: number;
  /** Signed certificate timestamps. */
  readonly certificateLogs?: number;
  /** Times, of different authorities or logs. At least one for a certificate. */
  readonly timestamps?: number;
}

/** Who signed a bundle. */
export type BundleSigner =
  | {
      readonly type: 'certificate';
      /** Absent when the signer is not trusted. */
      readonly anchor?: Anchor;
      readonly subject: string;
      readonly issuer: string;
      readonly fingerprint: Digest;
      readonly publicKeyDigest: Digest;
    }
  | { readonly type: 'key'; readonly publicKeyDigest: Digest }
  | SigstoreSigner;

export interface SigstoreSigner extends SigstoreIdentity {
  readonly type: 'sigstore';
  /** What the certificate says of the CI job; empty where it is malformed. */
  readonly claims: Claims;
}
