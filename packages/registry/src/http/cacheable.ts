import { sha256 } from '@toolmark/core';
import type { Context } from 'hono';

/** Shared caches keep answers for a short time and then revalidate. */
const SHORTLY = 'public, max-age=5, stale-while-revalidate=30';

export interface Cacheable {
  readonly contentType?: string;
  /** Given where the bytes never change. */
  readonly etag?: string;
  /** Read with a token: shared caches must not keep it. */
  readonly isPrivate?: boolean;
  readonly cacheControl?: string;
}

/** An answer that a client may cache; 304 when the client has it. */
export function cacheable(context: Context, body: Uint8Array | string, options: Cacheable = {}): Response {
  const { contentType = 'application/json', isPrivate = false, cacheControl = SHORTLY } = options;
  const etag = options.etag ?? `"${sha256(typeof body === 'string' ? Buffer.from(body) : body).slice(7, 39)}"`;
  const headers = {
    etag,
    'cache-control': isPrivate ? 'private, no-cache' : cacheControl,
    vary: 'authorization',
  };
  if (hasEtag(context.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  return new Response(body as string, { headers: { ...headers, 'content-type': contentType } });
}

function hasEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some(one => ['*', etag].includes(one.trim().replace(/^W\//, '')));
}
