import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'hono';

const ALWAYS: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['x-frame-options', 'DENY'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
];

/**
 * Sets the headers of every answer, and takes over the request id of a proxy or client or creates one. Pages of any origin
 * may read public answers; browsers never send tokens by themselves.
 */
export function setHeaders({ method, headers }: IncomingMessage, outgoing: ServerResponse): void {
  for (const [name, value] of ALWAYS) outgoing.setHeader(name, value);
  const given = headers[REQUEST_ID];
  outgoing.setHeader(REQUEST_ID, typeof given === 'string' && SAFE_ID.test(given) ? given : randomUUID());
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

const REQUEST_ID = 'x-request-id';

/** Safe in logs, headers and URLs. Any other id is replaced. */
const SAFE_ID = /^[A-Za-z0-9._-]{8,128}$/;

/** The request id that `setHeaders` put on the answer. */
export function requestIdOf(outgoing: Pick<ServerResponse, 'getHeader'>): string {
  return String(outgoing.getHeader(REQUEST_ID));
}
