import type { OAuthTokens } from '@modelcontextprotocol/client';
import { inert, ToolmarkError } from '@toolmark/core';
import { loadSdk } from '../connect/load-sdk.ts';
import { authorizationError } from './codes.ts';
import type { StoredTokens } from './token-file.ts';

/** The tokens of a response. */
export type NewTokens = Pick<StoredTokens, 'accessToken' | 'refreshToken' | 'expiresAt' | 'scope'>;

const LONGEST_LIFE_S = 10 * 365 * 86_400;

/** Requests tokens. Shows only the code of an error: descriptions may contain secrets. */
export async function requestTokens(request: () => Promise<OAuthTokens>, now: number): Promise<NewTokens> {
  const { OAuthError } = await loadSdk();
  try {
    return parseTokens(await request(), now);
  } catch (error) {
    if (error instanceof ToolmarkError) throw error;
    if (error instanceof OAuthError && /^[a-z_]{1,60}$/.test(error.code) && error.code !== 'server_error') {
      throw authorizationError('authorization.refused', `The token endpoint returned "${inert(error.code)}".`);
    }
    throw authorizationError('authorization.unreadable', 'Invalid response from the token endpoint (RFC 6749).');
  }
}

function parseTokens(response: OAuthTokens, now: number): NewTokens {
  const {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: seconds,
    scope,
    token_type: type,
  } = response;
  if (type.toLowerCase() !== 'bearer') throw new Error('not a bearer token');
  for (const token of [accessToken, refreshToken]) {
    // Other characters cannot be sent in a header.
    if (token !== undefined && !/^[\x21-\x7e]{1,16384}$/.test(token)) throw new Error('not a token');
  }
  const isLimited = seconds !== undefined && seconds > 0 && seconds <= LONGEST_LIFE_S;
  return {
    accessToken,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(isLimited && { expiresAt: new Date(now + seconds * 1000).toISOString() }),
    ...(scope !== undefined && { scope: scope.slice(0, 4096) }),
  };
}
