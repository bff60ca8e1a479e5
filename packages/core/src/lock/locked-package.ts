import type { Digest } from '../base/index.ts';

/** What the code behind an entry is (docs/spec/package.md, section 2). */
export type LockedPackage = RemotePackage | PinnedPackage;

/** A local server: the code that was approved, or why it could not be pinned. */
export type PinnedPackage = NpmPackage | PypiPackage | ImagePackage | BundlePackage | PathPackage | UnpinnedPackage;

/** A remote server, by its address in the form of `remoteAddress`. */
export interface RemotePackage {
  readonly type: 'remote';
  readonly name: string;
}

export interface NpmPackage {
  readonly type: 'npm';
  readonly name: string;
  readonly version: string;
  /** `sha512-…` of the archive. */
  readonly integrity: string;
  /** What the command asked for: a version, range or tag; `latest` for none. */
  readonly spec: string;
  /** The name of the program. */
  readonly bin: string;
  readonly tree: Digest;
  readonly purl: string;
  /** The install scripts that may run, by location in the tree. */
  readonly scripts?: Readonly<Record<string, Digest>>;
  readonly provenance?: LockedProvenance;
}

/** Where a package was built, from a verified bundle. */
export interface LockedProvenance {
  readonly repository: string;
  readonly workflow: string;
  readonly builder: string;
  readonly issuer: string;
  readonly repositoryId?: string;
  readonly ownerId?: string;
}

export interface PypiPackage {
  readonly type: 'pypi';
  readonly name: string;
  readonly version: string;
  /** A PEP 440 specifier; empty for none. */
  readonly spec: string;
  readonly bin: string;
  readonly tree: Digest;
  readonly purl: string;
  /** The Python version that the command asked for. */
  readonly python?: string;
}

export interface ImagePackage {
  readonly type: 'oci';
  /** Registry and repository. */
  readonly name: string;
  /** The tag. */
  readonly version?: string;
  /** The digest of the manifest or index. */
  readonly integrity: Digest;
  readonly purl: string;
}

export interface BundlePackage {
  readonly type: 'mcpb';
  readonly name: string;
  readonly version: string;
  /** The digest of the file. */
  readonly integrity: Digest;
  readonly purl?: string;
  readonly signer?: string;
}

export interface PathPackage {
  readonly type: 'path';
  /** The base name of the file that is started. */
  readonly name: string;
  /** The digest of the code files in its folder. */
  readonly integrity: Digest;
}

export interface UnpinnedPackage {
  readonly type: 'unpinned';
  /** One short sentence. */
  readonly reason: string;
}

/** The address of a remote server; undefined for everything else. */
export function addressOf(bound: LockedPackage | null | undefined): string | undefined {
  return bound?.type === 'remote' ? bound.name : undefined;
}
