import type { KeyObject } from 'node:crypto';
import type { PackageTree } from '../../describe/index.ts';
import type { Thresholds, TrustedRoot } from '../../sign/attestation/index.ts';
import type { Revocation, Trust } from '../../sign/index.ts';
import type { LockedServer } from '../lock.ts';
import type { LockedPackage } from '../locked-package.ts';
import type { SeenServer } from '../views.ts';

/** A server that differs from its lock, and the bundles that were found for it. */
export interface UpdateQuestion {
  readonly locked: LockedServer;
  readonly live: SeenServer;
  /** The code that will run; absent where it is not known. */
  readonly livePackage?: LockedPackage | null;
  /** Its dependencies, if it has any. */
  readonly liveTree?: PackageTree;
  /** In the order in which they were found. */
  readonly bundles: readonly Uint8Array[];
  readonly trust: PublisherTrust;
  /** The newest attestation that this machine has seen for the entry and its publisher. */
  readonly newestSeen?: SeenVersion;
  readonly now: Date;
}

/** What is needed to verify a publisher. It only helps to verify: the lock says who is trusted. */
export interface PublisherTrust {
  /** For identities. */
  readonly root?: TrustedRoot;
  readonly thresholds?: Thresholds;
  /** For keys of which the lock has only the digest. */
  readonly keys?: readonly KeyObject[];
  /** For certificates: intermediates and CRLs. Its roots and pins do not count. */
  readonly certificates?: Trust;
  readonly revocations?: readonly Revocation[];
}

export interface SeenVersion {
  readonly version: string;
  /** `digest` of the signed update. */
  readonly digest?: string;
  /** The digest of its bundle. */
  readonly bundle?: string;
}
