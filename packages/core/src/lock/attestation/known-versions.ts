import type { Digest } from '../../base/index.ts';
import type { LockedServer } from '../lock.ts';
import type { LockedPackage } from '../locked-package.ts';
import { compareReleases, type VersionScheme } from '../release-order.ts';
import type { SeenVersion } from './update-question.ts';

/** A version that was accepted or seen, and what it was. */
export interface KnownVersion {
  readonly version: string;
  /** Digests of packages, surfaces and bundles under this version. */
  readonly digests: readonly string[];
}

/** A version compared with those that are known. */
export type Standing = 'newer' | 'known' | 'older' | 'other-content' | 'not-comparable';

export function knownVersions(locked: LockedServer, seen: SeenVersion | undefined): KnownVersion[] {
  const { attested, package: bound } = locked;
  const content = bound === undefined ? locked.surfaceDigest : contentOf(bound, locked.surfaceDigest);
  const digests = [content, ...(attested === undefined ? [] : [attested.bundle])];
  const versions = [bound && versionOf(bound, locked.serverInfo.version), attested?.version];
  return [
    ...versions.flatMap(version => (version === undefined ? [] : [{ version, digests }])),
    ...(seen === undefined ? [] : [{ version: seen.version, digests: [seen.digest, seen.bundle].filter(isText) }]),
  ];
}

/** The version of a package; of an image, a local file or a remote server what the server says itself. */
export function versionOf(bound: LockedPackage, stated: unknown): string | undefined {
  if (bound.type === 'npm' || bound.type === 'pypi' || bound.type === 'mcpb') return bound.version;
  return isText(stated) && stated !== '' ? stated : undefined;
}

/** The digest under which a version is remembered. */
export function contentOf(bound: LockedPackage, surface: Digest): string {
  if (bound.type === 'pypi') return bound.tree;
  return 'integrity' in bound ? bound.integrity : surface;
}

export function schemeOf({ type }: LockedPackage): VersionScheme {
  return type === 'npm' || type === 'pypi' ? type : 'other';
}

/** A version that equals a known one must be the same content: otherwise one of two is not what was published. */
export function standingOf(
  version: string,
  digests: readonly string[],
  known: readonly KnownVersion[],
  scheme: VersionScheme,
): Standing {
  const orders = known.map(one => ({ one, order: compareReleases(version, one.version, scheme) }));
  if (orders.some(({ order }) => order === undefined)) return 'not-comparable';
  if (orders.some(({ order = 0 }) => order < 0)) return 'older';
  const equal = orders.filter(({ order }) => order === 0);
  if (equal.some(({ one }) => !one.digests.some(digest => digests.includes(digest)))) return 'other-content';
  return equal.length > 0 ? 'known' : 'newer';
}

/** The newest of them; undefined where there is none, or they cannot be compared. */
export function newestOf(known: readonly KnownVersion[], scheme: VersionScheme): string | undefined {
  return known
    .map(({ version }) => version)
    .reduce<string | undefined>((newest, version) => {
      if (newest === undefined) return version;
      return (compareReleases(version, newest, scheme) ?? 0) > 0 ? version : newest;
    }, undefined);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
