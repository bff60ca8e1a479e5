import type { Digest, Finding } from '../base/index.ts';
import type { SurfaceDigests } from '../describe/index.ts';
import type { LockedPublisher } from './publisher.ts';

/** What the attestations of the locked publisher say about a server that differs from its lock. */
export type UpdateJudgement = SignedUpdate | Rollback | NoUpdate;

/** The publisher attested what the server is now. */
export interface SignedUpdate {
  readonly outcome: 'signed_update';
  readonly by: LockedPublisher;
  readonly version: string;
  /** The newest version known before. */
  readonly before?: string;
  /** The package URL, name or address of what was attested. */
  readonly package: string;
  /** The digest of the package; of a remote server, the surface digest. */
  readonly digest: string;
  /** The digest of the bundle. */
  readonly bundle: Digest;
  readonly covers: Coverage;
  /** Everything that the server may show under this attestation. */
  readonly surface: SurfaceDigests;
  /** About the other bundles. */
  readonly findings: readonly Finding[];
}

/** Beside the surface, which is always covered. */
export interface Coverage {
  readonly package: boolean;
  /** The program of the package, by name. */
  readonly program: boolean;
  readonly dependencies: boolean;
}

export interface Rollback {
  readonly outcome: 'rollback';
  readonly version: string;
  /** The newest version known. */
  readonly newest: string;
  /** The digest of the bundle that proves it; absent where only the package says so. */
  readonly bundle?: Digest;
  readonly findings: readonly Finding[];
}

export interface NoUpdate {
  readonly outcome: 'none';
  /** Why: at least one. */
  readonly findings: readonly Finding[];
}
