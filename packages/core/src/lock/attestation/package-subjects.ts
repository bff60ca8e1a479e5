import { type Digest, ToolmarkError } from '../../base/index.ts';
import { type PackageTree, purlOf, remoteAddress } from '../../describe/index.ts';
import type { Subject } from '../../sign/attestation/index.ts';
import type { LockedPackage, NpmPackage, PypiPackage } from '../locked-package.ts';
import { bytesOfBase64 } from '../publisher-shape.ts';

export type NamedSubject = Required<Subject>;

/**
 * What a statement about a package has as subjects (docs/spec/attestation.md, section 1). Throws
 * `attestation.not-pinned` where nothing can be named.
 */
export function packageSubjects(pkg: LockedPackage, surface: Digest, tree?: PackageTree): readonly NamedSubject[] {
  switch (pkg.type) {
    case 'npm':
      return [subject(nameOf(pkg), 'sha512', hexOf(pkg.integrity))];
    case 'pypi':
      return wheelsOf(pkg.name, tree).map(digest => subject(nameOf(pkg), 'sha256', digitsOf(digest)));
    case 'oci':
    case 'mcpb':
      return [subject(nameOf(pkg), 'sha256', digitsOf(pkg.integrity))];
    case 'path':
      return [subject(nameOf(pkg), 'dirHash', digitsOf(pkg.integrity))];
    case 'remote':
      return [subject(nameOf(pkg), 'sha256', digitsOf(surface))];
    case 'unpinned':
      throw new ToolmarkError('attestation.not-pinned', `The code cannot be named. ${pkg.reason}`);
  }
}

/** How statements name a package. */
export function nameOf(pkg: Exclude<LockedPackage, { readonly type: 'unpinned' }>): string {
  return pkg.type === 'path' || pkg.type === 'remote' ? pkg.name : purlOf(pkg);
}

/** A version of a package in a registry. */
export type PackageVersion = Pick<NpmPackage | PypiPackage, 'type' | 'name' | 'version'>;

/** The subject of a bundle that is inside its package, and so cannot name the archive. */
export function surfaceSubject({ type, name, version }: PackageVersion, surface: Digest): NamedSubject {
  return subject(purlOf({ type, name, version }), 'sha256', digitsOf(surface));
}

/** Whether every wanted subject is there, and no subject is about something else. */
export function hasSubjects(stated: readonly Subject[], wanted: readonly NamedSubject[]): boolean {
  const names = new Set(wanted.map(({ name }) => normalName(name)));
  return (
    wanted.length > 0 &&
    stated.every(({ name }) => name !== undefined && names.has(normalName(name))) &&
    wanted.every(one => stated.some(other => isSame(one, other)))
  );
}

function isSame(wanted: NamedSubject, stated: Subject): boolean {
  const digests = [...wanted.digest];
  return (
    normalName(stated.name ?? '') === normalName(wanted.name) &&
    digests.every(([algorithm, digest]) => stated.digest.get(algorithm) === digest)
  );
}

/** Addresses have many spellings, and the tag of an image says nothing that its digest does not. */
function normalName(name: string): string {
  if (/^https?:/i.test(name)) return remoteAddress(name)?.text ?? name;
  return name.startsWith('pkg:oci/') ? name.replace(/&tag=[^&]*$/, '') : name;
}

function wheelsOf(name: string, tree: PackageTree | undefined): readonly Digest[] {
  return tree?.type === 'pypi' ? (tree.packages.get(name)?.hashes ?? []) : [];
}

function subject(name: string, algorithm: string, digest: string): NamedSubject {
  return { name, digest: new Map([[algorithm, digest]]) };
}

function digitsOf(digest: Digest): string {
  return digest.slice('sha256:'.length);
}

/** The digits of an integrity such as `sha512-…`. */
function hexOf(integrity: string): string {
  const bytes = bytesOfBase64(integrity.slice(integrity.indexOf('-') + 1));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}
