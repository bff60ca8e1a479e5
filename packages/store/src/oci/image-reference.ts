import { type Digest, quoteInert, ToolmarkError } from '@toolmark/core';

/** An image as a command names it. */
export interface ImageReference {
  /** Registry and repository, such as `docker.io/library/alpine`. */
  readonly name: string;
  readonly registry: string;
  readonly repository: string;
  /** `latest` if the command names neither tag nor digest. */
  readonly tag?: string;
  readonly digest?: Digest;
}

const DOCKER_HUB = 'docker.io';
const MAX_LENGTH = 400;

const HOST = /^(?:[a-z0-9]+(?:[.-][a-z0-9]+)*|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;
const REPOSITORY = /^[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** Reads a name as docker does, with its defaults. Throws `oci.bad-image`. */
export function parseImage(text: string): ImageReference {
  if (text.length > MAX_LENGTH) throw badImage(text);
  const [named = '', digest, ...more] = text.split('@');
  const [place, tag] = splitTag(named);
  const { registry, repository } = splitRegistry(place);
  const isWellFormed = HOST.test(registry) && REPOSITORY.test(repository) && (tag === undefined || TAG.test(tag));
  if (!isWellFormed || more.length > 0 || (digest !== undefined && !isDigest(digest))) throw badImage(text);
  const reference = { name: `${registry}/${repository}`, registry, repository };
  if (digest !== undefined) return tag === undefined ? { ...reference, digest } : { ...reference, tag, digest };
  return { ...reference, tag: tag ?? 'latest' };
}

/** A colon before the last slash is that of a port. */
function splitTag(named: string): [place: string, tag?: string] {
  const at = named.lastIndexOf(':');
  return at > named.lastIndexOf('/') ? [named.slice(0, at), named.slice(at + 1)] : [named];
}

/** The first part is a registry only if it looks like a host; without one, the image is on Docker Hub. */
function splitRegistry(place: string): { registry: string; repository: string } {
  const at = place.indexOf('/');
  const first = place.slice(0, Math.max(0, at));
  if (!/[.:]/.test(first) && first !== 'localhost') return onDockerHub(place);
  if (first === DOCKER_HUB || first === `index.${DOCKER_HUB}`) return onDockerHub(place.slice(at + 1));
  return { registry: first.toLowerCase(), repository: place.slice(at + 1) };
}

function onDockerHub(repository: string): { registry: string; repository: string } {
  return { registry: DOCKER_HUB, repository: repository.includes('/') ? repository : `library/${repository}` };
}

export function isDigest(text: string): text is Digest {
  return DIGEST.test(text);
}

function badImage(text: string): ToolmarkError {
  const message = `${quoteInert(text)} is not the name of an image. Write it as REGISTRY/REPOSITORY:TAG or REGISTRY/REPOSITORY@sha256:DIGEST.`;
  return new ToolmarkError('oci.bad-image', message);
}

/** Where the API of the registry is. Plain HTTP only on this machine. */
export function apiAddress({ registry, repository }: ImageReference): URL {
  const host = registry === DOCKER_HUB ? 'registry-1.docker.io' : registry;
  return new URL(`${isLoopback(host) ? 'http' : 'https'}://${host}/v2/${repository}/`);
}

/** `localhost` and literal addresses of this machine; names are not looked up. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host);
}
