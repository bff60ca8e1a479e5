import type { AuthProvider, FetchLike } from '@modelcontextprotocol/client';
import { serverError } from './codes.ts';
import type { ServerSource } from './server-source.ts';

/** Tokens for one remote server, as the transport asks for them. */
export interface Authorization {
  /** The access token to send, refreshed where it has expired; undefined if there is none. */
  token(): Promise<string | undefined>;
  /**
   * The server answered 401 to this token, or to none. Settles if another attempt may succeed; otherwise throws a coded error that
   * says what to do.
   */
  onUnauthorized(response: Response, rejected: string | undefined): Promise<void>;
  /** Every secret that this process has seen of it, so that no message shows one. */
  secrets(): readonly string[];
}

/** Finds the tokens for the server at an address. */
export type Authorize = (url: string) => Authorization;

/** Tokens for a source; a source that sets its own Authorization header uses that one alone. */
export function authorizationFor(source: ServerSource, authorize: Authorize | undefined): Authorization | undefined {
  if (source.kind !== 'http' || authorize === undefined) return undefined;
  const isSet = Object.keys(source.headers ?? {}).some(name => name.toLowerCase() === 'authorization');
  return isSet ? undefined : authorize(source.url);
}

/**
 * What the SDK is given. Each response is known by the token it was asked for with: a request that was under way during a refresh
 * bore the old one, and is no reason for another refresh.
 */
export function withTokens(
  authorization: Authorization,
  fetcher: FetchLike,
): { readonly fetch: FetchLike; readonly authProvider: AuthProvider } {
  const sent = new WeakMap<Response, string>();
  return {
    fetch: async (url, init) => {
      const response = await fetcher(url, init);
      const token = /^Bearer (.+)$/.exec(new Headers(init?.headers).get('authorization') ?? '')?.[1];
      if (token !== undefined) sent.set(response, token);
      return response;
    },
    authProvider: {
      token: () => authorization.token(),
      onUnauthorized: ({ response }) => authorization.onUnauthorized(response, sent.get(response)),
    },
  };
}

/** The server answered 401 and does not say that it wants a login. */
export function unauthorized(): Error {
  return serverError('server.unauthorized', 'The server answered 401: set the headers it asks for.');
}
