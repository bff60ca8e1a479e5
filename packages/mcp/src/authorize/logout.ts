import { ToolmarkError } from '@toolmark/core';
import { authorizationFetch } from './authorization-fetch.ts';
import { parseResourceServer } from './endpoint.ts';
import type { StoreOptions } from './stored-authorization.ts';
import { type StoredTokens, TokenFile } from './token-file.ts';

export interface Logout {
  readonly server: string;
  /** Whether tokens were stored. */
  readonly wasStored: boolean;
  /** Whether the server confirmed the revocation; absent if it does not support it, or the file was unreadable. */
  readonly isRevoked?: boolean;
}

/** Revokes the tokens of a server if supported, and always removes them. */
export async function logout(url: string, options: StoreOptions): Promise<Logout> {
  const server = parseResourceServer(url).address;
  const file = new TokenFile(options.folder, server);
  return file.locked(async () => {
    try {
      const stored = file.read();
      if (stored?.revocationEndpoint === undefined) return { server, wasStored: stored !== undefined };
      return { server, wasStored: true, isRevoked: await revoke(stored, stored.revocationEndpoint) };
    } catch (error) {
      if (!(error instanceof ToolmarkError)) throw error;
      // An unreadable file is removed too.
      return { server, wasStored: true };
    } finally {
      file.remove();
    }
  });
}

/** RFC 7009. The refresh token comes first: most servers then revoke the whole grant. */
async function revoke(stored: StoredTokens, endpoint: string): Promise<boolean> {
  const both = [
    [stored.refreshToken, 'refresh_token'],
    [stored.accessToken, 'access_token'],
  ] as const;
  let isRevoked = true;
  for (const [token, hint] of both) {
    if (token !== undefined && !(await revokeOne(stored, endpoint, { token, token_type_hint: hint })))
      isRevoked = false;
  }
  return isRevoked;
}

async function revokeOne({ client }: StoredTokens, endpoint: string, token: Record<string, string>): Promise<boolean> {
  const { id, secret = '', authMethod } = client;
  const isBasic = authMethod === 'client_secret_basic';
  const body = new URLSearchParams({
    ...token,
    ...(!isBasic && { client_id: id }),
    ...(authMethod === 'client_secret_post' && { client_secret: secret }),
  });
  const headers = isBasic ? { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` } : {};
  try {
    return (await authorizationFetch(endpoint, { method: 'POST', headers, body })).ok;
  } catch {
    return false;
  }
}
