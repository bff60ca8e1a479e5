import type { Digest, JsonObject } from '../../base/index.ts';

/** Every package that is installed with one (docs/spec/package.md, section 3). */
export type PackageTree = NpmTree | PypiTree;

export interface NpmTree {
  readonly type: 'npm';
  /** What the root asks for: an exact version by name, or `npm:NAME@VERSION` by alias. In files it is the entry `""`. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** By location, such as `node_modules/a/node_modules/b`; without the root. */
  readonly packages: ReadonlyMap<string, NpmEntry>;
}

export interface NpmEntry {
  /** The name in the registry; of an alias its target. */
  readonly name: string;
  /** Empty for a package inside the archive of another one that states none. */
  readonly version: string;
  /** `sha512-…`; absent only for a package inside the archive of another one. */
  readonly integrity?: string;
  readonly dependencies?: Texts;
  readonly optionalDependencies?: Texts;
  readonly peerDependencies?: Texts;
  readonly peerDependenciesMeta?: JsonObject;
  /** By name, or one file for a program with the name of the package. */
  readonly bin?: string | Texts;
  readonly engines?: Texts;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optional?: true;
  readonly peer?: true;
  readonly devOptional?: true;
  readonly inBundle?: true;
  readonly bundleDependencies?: readonly string[];
  readonly hasInstallScript?: true;
}

type Texts = Readonly<Record<string, string>>;

export interface PypiTree {
  readonly type: 'pypi';
  /** By name in the normal form of PEP 503. */
  readonly packages: ReadonlyMap<string, PypiEntry>;
}

export interface PypiEntry {
  readonly version: string;
  /** `sha256:…` of every wheel that may be installed, sorted. */
  readonly hashes: readonly Digest[];
  /** A PEP 508 marker: where it is installed. */
  readonly marker?: string;
}
