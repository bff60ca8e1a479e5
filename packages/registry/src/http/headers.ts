import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'hono';

const ALWAYS: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['x-frame-options', 'DENY'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
];

/**
 * What every answer carries. Pages of any origin may read what anyone may read; tokens are never sent unasked. Set before
 * anything is asked: changing the headers of a made answer costs more than the rest of a short one.
 */
export function setHeaders({ method }: IncomingMessage, outgoing: ServerResponse): void {
  for (const [name, value] of ALWAYS) outgoing.setHeader(name, value);
  if (method !== 'GET' && method !== 'HEAD') return;
  outgoing.setHeader('access-control-allow-origin', '*');
  outgoing.setHeader('access-control-expose-headers', 'etag, link, retry-after, x-request-id');
}

export function preflight(context: Context): Response {
  return context.body(null, 204, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    'access-control-allow-headers':
      'accept, authorization, content-type, if-none-match, mcp-protocol-version, x-request-id',
    'access-control-max-age': '86400',
  });
}
