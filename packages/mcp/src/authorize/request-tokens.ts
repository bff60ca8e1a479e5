import type { OAuthTokens } from '@modelcontextprotocol/client';
import { inert, ToolmarkError } from '@toolmark/core';
import { loadSdk } from '../connect/load-sdk.ts';
import { authorizationError } from './codes.ts';
import type { StoredTokens } from './token-file.ts';

/** The tokens of an answer, as they are stored. */
export type NewTokens = Pick<StoredTokens, 'accessToken' | 'refreshToken' | 'expiresAt' | 'scope'>;

const LONGEST_LIFE_S = 10 * 365 * 86_400;

/** Asks a token endpoint. Only the code of an error is shown: descriptions may repeat what was sent. */
export async function requestTokens(ask: () => Promise<OAuthTokens>, now: number): Promise<NewTokens> {
  const { OAuthError } = await loadSdk();
  try {
    return parseAnswer(await ask(), now);
  } catch (error) {
    if (error instanceof ToolmarkError) throw error;
    if (error instanceof OAuthError && /^[a-z_]{1,60}$/.test(error.code) && error.code !== 'server_error') {
      throw authorizationError('authorization.refused', `The token endpoint answered "${inert(error.code)}".`);
    }
    throw authorizationError(
      'authorization.unreadable',
      'The answer of the token endpoint does not have the shape of RFC 6749.',
    );
  }
}

function parseAnswer(answer: OAuthTokens, now: number): NewTokens {
  const {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: seconds,
    scope,
    token_type: type,
  } = answer;
  if (type.toLowerCase() !== 'bearer') throw new Error('not a bearer token');
  for (const token of [accessToken, refreshToken]) {
    // What is no token cannot be sent as a header, and must not end up in a file.
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
