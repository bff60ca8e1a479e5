import type { Context } from 'hono';

const ALWAYS: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['x-frame-options', 'DENY'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
];

/** What every answer carries. Pages of any origin may read what anyone may read; tokens are never sent unasked. */
export function withHeaders(response: Response, isRead: boolean): Response {
  for (const [name, value] of ALWAYS) if (!response.headers.has(name)) response.headers.set(name, value);
  if (isRead) {
    response.headers.set('access-control-allow-origin', '*');
    response.headers.set('access-control-expose-headers', 'etag, link, retry-after');
  }
  return response;
}

export function preflight(context: Context): Response {
  return context.body(null, 204, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    'access-control-allow-headers': 'accept, authorization, content-type, if-none-match, mcp-protocol-version',
    'access-control-max-age': '86400',
  });
}
