import type { AuthProvider, FetchLike } from '@modelcontextprotocol/client';
import type { ToolmarkError } from '@toolmark/core';
import { serverError } from './codes.ts';
import type { ServerSource } from './server-source.ts';

/** Access tokens for one remote server. */
export interface Authorization {
  /** The access token to send, refreshed if it has expired. */
  token(): Promise<string | undefined>;
  /** Handles a 401 for the rejected token, if one was sent. Resolves if a retry may succeed, otherwise throws a coded error. */
  onUnauthorized(response: Response, rejected: string | undefined): Promise<void>;
  /** All tokens and client secrets seen by this process, for redaction. */
  secrets(): readonly string[];
}

/** Looks up the authorization for a server URL. */
export type Authorize = (url: string) => Authorization;

/** The authorization for a source; undefined if the source sets its own Authorization header. */
export function authorizationFor(source: ServerSource, authorize: Authorize | undefined): Authorization | undefined {
  if (source.kind !== 'http' || authorize === undefined) return undefined;
  const isSet = Object.keys(source.headers ?? {}).some(name => name.toLowerCase() === 'authorization');
  return isSet ? undefined : authorize(source.url);
}

/** SDK options that remember the token of each request: a 401 for an old token must not cause another refresh. */
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

export function unauthorized(status: 401 | 403): ToolmarkError {
  const advice = 'Set the headers it requires in the config.';
  return serverError('server.unauthorized', `The server returned status ${status}. ${advice}`);
}
