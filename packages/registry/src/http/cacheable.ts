import { sha256 } from '@toolmark/core';
import type { Context } from 'hono';

/** For a moment in caches that many share; then they ask again, and mostly learn that nothing changed. */
const SHORTLY = 'public, max-age=5, stale-while-revalidate=30';

export interface Cacheable {
  readonly contentType?: string;
  /** Known already, where the bytes never change. */
  readonly etag?: string;
  /** Seen with a token: no cache that others share may keep it. */
  readonly isPrivate?: boolean;
  readonly cacheControl?: string;
}

/** An answer that a client may keep: 304 when it has it already. */
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
