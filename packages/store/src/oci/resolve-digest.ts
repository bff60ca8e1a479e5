import { type Digest, isJsonObject, quoteInert, readJson, sha256, ToolmarkError } from '@toolmark/core';
import type { Context } from '../context.ts';
import type { Answer } from './ask.ts';
import { apiAddress, type ImageReference, isDigest } from './image-reference.ts';
import { request } from './registry-request.ts';

/** Manifests of one platform, and indexes of several. Version 1 of Docker's schema has no digest that can be run. */
const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
];

/** The specification of the registry API asks clients to accept so much. */
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;

/** The digest of the manifest or index that a tag means now. Throws `oci.*`. */
export async function resolveDigest(image: ImageReference, context: Context): Promise<Digest> {
  if (image.digest !== undefined) return image.digest;
  const shown = quoteInert(`${image.name}:${image.tag}`, 200);
  const address = new URL(`manifests/${image.tag}`, apiAddress(image));
  const asked = {
    shown,
    address,
    repository: image.repository,
    accept: MANIFESTS.join(', '),
    maxBytes: MAX_MANIFEST_BYTES,
  };
  const answer = await request(asked, context);
  return digestOf(answer, shown);
}

function digestOf({ headers, body }: Answer, shown: string): Digest {
  const digest = sha256(body);
  const stated = headers.get('docker-content-digest');
  if (stated !== null && isDigest(stated) && stated !== digest) throw mismatch(shown);
  if (stated !== null && !isDigest(stated)) throw malformed(shown, 'it states a digest that is not SHA-256');
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
  if (!MANIFESTS.includes(type)) throw malformed(shown, 'it is not of a known type');
  refuseOtherManifest(body, type, shown);
  return digest;
}

/** One document under two types could be an index for one reader and a manifest for another. */
function refuseOtherManifest(body: Uint8Array, type: string, shown: string): void {
  const manifest = readManifest(body, shown);
  if (!isJsonObject(manifest) || manifest.schemaVersion !== 2) throw malformed(shown, 'its schema version is not 2');
  if (manifest.mediaType !== undefined && manifest.mediaType !== type)
    throw malformed(shown, 'its type is not that of the answer');
}

function readManifest(body: Uint8Array, shown: string): unknown {
  try {
    return readJson(body, { maxBytes: MAX_MANIFEST_BYTES });
  } catch (cause) {
    throw malformed(shown, 'it is not JSON', cause);
  }
}

function mismatch(shown: string): ToolmarkError {
  const message = `The registry served a manifest of ${shown} with other bytes than those of the digest that it states. Do not run the image; report it to the registry.`;
  return new ToolmarkError('oci.digest-mismatch', message);
}

function malformed(shown: string, reason: string, cause?: unknown): ToolmarkError {
  const message = `The registry's answer for ${shown} is not a manifest: ${reason}. Check the registry in the name of the image.`;
  return new ToolmarkError('oci.malformed', message, cause === undefined ? {} : { cause });
}
