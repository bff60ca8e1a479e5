import type { FetchLike } from '@modelcontextprotocol/client';
import { parseUrl, quoteInert, remoteAddress, type ToolmarkError } from '@toolmark/core';
import { serverError } from './codes.ts';

/**
 * A `fetch` that refuses redirects to another origin, which would be another server and would receive the headers. The SDK
 * handles redirects within the origin and follows those that keep the method.
 */
export function sameOriginFetch(fetcher: FetchLike): FetchLike {
  return async (url, init) => {
    const response = await fetcher(url, { ...init, redirect: 'manual' });
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (location === null) return response;
    const { origin, href } = new URL(url);
    const target = parseUrl(location, href);
    if (target?.origin === origin) return response;
    await response.body?.cancel();
    throw redirected(target);
  };
}

/** A `fetch` that refuses every redirect of a request with a token, which is bound to this URL. */
export function stayingFetch(fetcher: FetchLike): FetchLike {
  return async (url, init) => {
    const response = await fetcher(url, init);
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (location === null || !new Headers(init?.headers).has('authorization')) return response;
    await response.body?.cancel();
    const { href } = new URL(url);
    throw redirected(parseUrl(location, href), 'but the access token is bound to this URL');
  };
}

function redirected(target: URL | undefined, why = 'which is another origin'): ToolmarkError {
  const address = target === undefined ? undefined : remoteAddress(target.href)?.text;
  const where = address === undefined ? 'an invalid URL' : quoteInert(address, 200);
  const message = `The server redirects to ${where}, ${why}. If that is correct, use that URL in the config.`;
  return serverError('server.redirected', message);
}
