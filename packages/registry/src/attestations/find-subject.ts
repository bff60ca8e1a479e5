import { type Digest, isJsonObject, type JsonObject, member, remoteAddress } from '@toolmark/core';
import type { Statement, Subject } from '@toolmark/core/attestation';
import type { ServerJson } from '@toolmark/core/formats';
import { normalPypiName, purlOf } from '@toolmark/core/package';

/** The subject that is a package or remote of an entry: then the statement is about this version. */
export function findSubject({ subject }: Statement, server: ServerJson, surface: Digest): Subject | undefined {
  const { packages = [], remotes = [] } = server;
  return subject.find(
    one =>
      packages.some(item => isPackage(one, item, surface)) || remotes.some(({ url }) => isRemote(one, url, surface)),
  );
}

type Package = NonNullable<ServerJson['packages']>[number];

function isPackage(subject: Subject, item: Package, surface: Digest): boolean {
  const { registryType, identifier, version = '' } = item as Package & { readonly version?: string };
  switch (registryType) {
    case 'npm':
      return isNamed(subject, purlOf({ type: 'npm', name: identifier, version })) && hasDigest(subject, 'sha512', 128);
    case 'pypi': {
      const name = normalPypiName(identifier);
      // A bundle inside a package has the surface as the digest: it is not about a file.
      const isFile = hasDigest(subject, 'sha256', 64) && !isDigest(subject, surface);
      return isFile && isNamed(subject, purlOf({ type: 'pypi', name, version }));
    }
    case 'oci':
      return isImage(subject, identifier, version);
    case 'mcpb':
      return hasDigest(subject, 'sha256', 64) && subject.digest.get('sha256') === textIn(item, 'fileSha256');
    default:
      return false;
  }
}

/** With a digest in the entry, that decides; with a tag only, repository and tag do. */
function isImage(subject: Subject, identifier: string, version: string): boolean {
  const { name, tag, digest } = parseImage(identifier, version);
  if (!hasDigest(subject, 'sha256', 64)) return false;
  if (digest !== undefined) return subject.digest.get('sha256') === digest;
  if (tag === undefined) return false;
  const integrity = `sha256:${subject.digest.get('sha256')}`;
  return isNamed(subject, purlOf({ type: 'oci', name, version: tag, integrity }));
}

interface Image {
  readonly name: string;
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

/** `ghcr.io/acme/weather:1@sha256:…`. Older entries have the tag in `version`. */
function parseImage(identifier: string, version: string): Image {
  const [place = '', digest] = identifier.split('@sha256:');
  const [, name = place, tag] = /^(.+):([^/:]+)$/.exec(place) ?? [];
  return { name, tag: tag ?? (version === '' ? undefined : version), digest };
}

/**
 * A remote has no code to name: its subject is the surface that the address showed. Addresses in locks have no query, so
 * those in subjects need none.
 */
function isRemote(subject: Subject, url: string, surface: Digest): boolean {
  const [wanted, named] = [remoteAddress(url), remoteAddress(subject.name ?? '')];
  if (wanted === undefined || named === undefined || url.includes('{') || wanted.text !== named.text) return false;
  const { search } = new URL(subject.name ?? '');
  return (search === '' || search === new URL(url).search) && isDigest(subject, surface);
}

function isDigest({ digest }: Subject, wanted: Digest): boolean {
  return `sha256:${digest.get('sha256')}` === wanted;
}

function isNamed({ name }: Subject, purl: string): boolean {
  return name === purl;
}

function hasDigest({ digest }: Subject, algorithm: string, length: number): boolean {
  const value = digest.get(algorithm) ?? '';
  return value.length === length && /^[0-9a-f]+$/.test(value);
}

function textIn(value: JsonObject, name: string): string | undefined {
  const found = isJsonObject(value) ? member(value, name) : undefined;
  return typeof found === 'string' ? found : undefined;
}
