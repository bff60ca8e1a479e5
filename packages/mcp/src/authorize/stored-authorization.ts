import type { FetchLike } from '@modelcontextprotocol/client';
import { quoteInert, remoteAddress, ToolmarkError } from '@toolmark/core';
import { type Authorization, type Authorize, unauthorized } from '../connect/authorization.ts';
import { loadSdk } from '../connect/load-sdk.ts';
import { authorizationFetch } from './authorization-fetch.ts';
import { authorizationError } from './codes.ts';
import { findResourceMetadata, isSameIssuer, parseChallenge } from './discover.ts';
import { parseResourceServer, type ResourceServer } from './endpoint.ts';
import { requestTokens } from './request-tokens.ts';
import { type StoredTokens, TokenFile } from './token-file.ts';

export interface StoreOptions {
  /** The folder of the token files. */
  readonly folder: string;
  now(): number;
}

/** Refresh this long before expiry, so that the token lasts for the next request. */
const EARLY_MS = 30_000;

/** Uses and refreshes the tokens that `login` stored; never prompts. */
export function storedAuthorizations(options: StoreOptions): Authorize {
  return url => new StoredAuthorization(url, options);
}

class StoredAuthorization implements Authorization {
  private readonly url: string;
  private readonly options: StoreOptions;
  private readonly seen = new Set<string>();
  private tokens: StoredTokens | undefined;
  /** The pending refresh, shared by concurrent requests. */
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
      throw challenge.isBearer ? loginRequired(this.url, 'The server requires login.') : unauthorized(401);
    }
    if (this.tokens.accessToken !== rejected) return;
    const resource = await findResourceMetadata(server, challenge, authorizationFetch);
    refuseOtherIssuer(this.tokens.issuer, resource?.authorization_servers ?? [], this.url);
    await this.refresh(server, rejected);
  }

  secrets(): readonly string[] {
    return [...this.seen];
  }

  /** Undefined for a server without https, which gets no tokens. */
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

  /** One process refreshes and the others use its result: a refresh token may be valid only once. */
  private async refreshOnce(server: ResourceServer, old: string): Promise<void> {
    const file = this.fileOf(server);
    await file.locked(async write => {
      const stored = file.read();
      if (stored === undefined) throw loginRequired(this.url, 'The server requires login.');
      this.take(stored);
      if (stored.accessToken !== old && !this.hasExpired(stored)) return;
      const fresh = await refreshed(stored, authorizationFetch, this.options.now()).catch((error: unknown) => {
        const isExpired = error instanceof ToolmarkError && error.code === 'authorization.refused';
        throw isExpired ? loginRequired(this.url, `The login has expired: ${error.message}`) : error;
      });
      if (fresh === undefined) throw loginRequired(this.url, 'The login has expired and cannot be refreshed.');
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

/** Requests new tokens; undefined if there is no refresh token. */
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
  const both = `Expected ${quoteInert(stored, 200)}, got ${quoteInert(named[0] ?? '', 200)}.`;
  const advice = `If the new issuer is correct, run: ${loginCommand(url)} --issuer URL`;
  throw authorizationError('authorization.issuer-changed', `The issuer of the server changed. ${both} ${advice}`);
}

export function loginRequired(url: string, why: string): ToolmarkError {
  return authorizationError('authorization.login-required', `${why} Run: ${loginCommand(url)}`);
}

/** The login command to paste into a shell. The URL may be untrusted, so it is quoted if a shell could interpret it. */
export function loginCommand(url: string): string {
  const address = remoteAddress(url)?.text ?? '';
  // An address with a hashed secret is not a usable URL.
  if (address === '' || address.includes('sha256:')) return '"toolmark login" with the server URL';
  const word = /^[\w:/.~%@+-]+$/.test(address) ? address : `'${address.replaceAll("'", '%27')}'`;
  return `toolmark login ${word}`;
}
