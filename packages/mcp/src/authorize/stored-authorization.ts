import type { FetchLike } from '@modelcontextprotocol/client';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { type Authorization, type Authorize, unauthorized } from '../connect/authorization.ts';
import { loadSdk } from '../connect/load-sdk.ts';
import { authorizationFetch } from './authorization-fetch.ts';
import { authorizationError } from './codes.ts';
import { findResourceMetadata, isSameIssuer, parseChallenge } from './discover.ts';
import { parseResourceServer, type ResourceServer } from './endpoint.ts';
import { loginCommand } from './login-command.ts';
import { requestTokens } from './request-tokens.ts';
import { type StoredTokens, TokenFile } from './token-file.ts';

export interface StoreOptions {
  /** Where the files of tokens are. */
  readonly folder: string;
  now(): number;
}

/** Tokens are refreshed this long before they end, so that they last for the request that is about to be sent. */
const EARLY_MS = 30_000;

/** Uses the tokens that `login` has stored, and refreshes them; never asks a person. */
export function storedAuthorizations(options: StoreOptions): Authorize {
  return url => new StoredAuthorization(url, options);
}

class StoredAuthorization implements Authorization {
  private readonly url: string;
  private readonly options: StoreOptions;
  private readonly seen = new Set<string>();
  private tokens: StoredTokens | undefined;
  /** The refresh under way: requests that come at the same time share it. */
  private refreshing: Promise<void> | undefined;

  constructor(url: string, options: StoreOptions) {
    this.url = url;
    this.options = options;
  }

  async token(): Promise<string | undefined> {
    const server = this.findServer();
    if (server === undefined) return undefined;
    if (this.tokens === undefined) this.take(this.fileOf(server).read());
    if (this.tokens !== undefined && this.hasExpired(this.tokens)) await this.refresh(server, this.tokens.accessToken);
    return this.tokens?.accessToken;
  }

  async onUnauthorized(response: Response, rejected: string | undefined): Promise<void> {
    const server = this.findServer();
    const challenge = await parseChallenge(response);
    if (server === undefined || this.tokens === undefined) {
      throw challenge.isBearer ? loginRequired(this.url, 'The server asks for a login.') : unauthorized();
    }
    if (this.tokens.accessToken !== rejected) return;
    const resource = await findResourceMetadata(server, challenge, authorizationFetch);
    refuseOtherIssuer(this.tokens.issuer, resource?.authorization_servers ?? [], this.url);
    await this.refresh(server, rejected);
  }

  secrets(): readonly string[] {
    return [...this.seen];
  }

  /** A server without https gets no tokens. */
  private findServer(): ResourceServer | undefined {
    try {
      return parseResourceServer(this.url);
    } catch {
      return undefined;
    }
  }

  private fileOf(server: ResourceServer): TokenFile {
    return new TokenFile(this.options.folder, server.address);
  }

  private hasExpired({ expiresAt }: StoredTokens): boolean {
    return expiresAt !== undefined && Date.parse(expiresAt) - EARLY_MS <= this.options.now();
  }

  private async refresh(server: ResourceServer, old: string): Promise<void> {
    this.refreshing ??= this.refreshOnce(server, old).finally(() => {
      this.refreshing = undefined;
    });
    await this.refreshing;
  }

  /** Of several processes one refreshes, and the others find what it has written: a refresh token is good for one use. */
  private async refreshOnce(server: ResourceServer, old: string): Promise<void> {
    const file = this.fileOf(server);
    await file.locked(async write => {
      const stored = file.read();
      if (stored === undefined) throw loginRequired(this.url, 'The server asks for a login.');
      this.take(stored);
      if (stored.accessToken !== old && !this.hasExpired(stored)) return;
      const fresh = await refreshed(stored, authorizationFetch, this.options.now()).catch((error: unknown) => {
        const hasEnded = error instanceof ToolmarkError && error.code === 'authorization.refused';
        throw hasEnded ? loginRequired(this.url, `The login has ended: ${error.message}`) : error;
      });
      if (fresh === undefined) throw loginRequired(this.url, 'The login has ended, and cannot be refreshed.');
      write(fresh);
      this.take(fresh);
    });
  }

  private take(tokens: StoredTokens | undefined): void {
    this.tokens = tokens;
    const secrets = [tokens?.accessToken, tokens?.refreshToken, tokens?.client.secret];
    for (const secret of secrets) if (secret !== undefined) this.seen.add(secret);
  }
}

/** One request to the token endpoint of the login; undefined if there is no refresh token. */
async function refreshed(stored: StoredTokens, fetchFn: FetchLike, now: number): Promise<StoredTokens | undefined> {
  const { issuer, tokenEndpoint, client, resource, refreshToken, expiresAt, scope, ...rest } = stored;
  if (refreshToken === undefined) return undefined;
  const { refreshAuthorization } = await loadSdk();
  const clientInformation = {
    client_id: client.id,
    token_endpoint_auth_method: client.authMethod,
    ...(client.secret !== undefined && { client_secret: client.secret }),
  };
  const metadata = {
    issuer,
    token_endpoint: tokenEndpoint,
    authorization_endpoint: tokenEndpoint,
    response_types_supported: ['code'],
  };
  const fresh = await requestTokens(
    () => refreshAuthorization(issuer, { metadata, clientInformation, refreshToken, resource, fetchFn }),
    now,
  );
  return { ...rest, issuer, tokenEndpoint, client, resource, ...(scope !== undefined && { scope }), ...fresh };
}

export function refuseOtherIssuer(stored: string, named: readonly string[], url: string): void {
  if (named.length === 0 || named.some(issuer => isSameIssuer(issuer, stored))) return;
  const both = `It was ${quoteInert(stored, 200)} and is now ${quoteInert(named[0] ?? '', 200)}.`;
  const advice = `If the new one is right, run: ${loginCommand(url)} --issuer with its address.`;
  throw authorizationError(
    'authorization.issuer-changed',
    `The server names another issuer than the stored login. ${both} ${advice}`,
  );
}

export function loginRequired(url: string, why: string): ToolmarkError {
  return authorizationError('authorization.login-required', `${why} Run: ${loginCommand(url)}`);
}
