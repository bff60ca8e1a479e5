import { randomBytes } from 'node:crypto';
import type { FetchLike } from '@modelcontextprotocol/client';
import { quoteInert, type ToolmarkError } from '@toolmark/core';
import { loadSdk } from '../connect/load-sdk.ts';
import { authorizationFetch } from './authorization-fetch.ts';
import { type CallbackListener, listenForCallback } from './callback-listener.ts';
import { chooseClient, type GivenClient } from './choose-client.ts';
import { authorizationError } from './codes.ts';
import { type Discovered, discover, isSameIssuer } from './discover.ts';
import { parseResourceServer, type ResourceServer } from './endpoint.ts';
import { probe } from './probe.ts';
import { requestTokens } from './request-tokens.ts';
import { refuseOtherIssuer, type StoreOptions } from './stored-authorization.ts';
import { type StoredTokens, TokenFile } from './token-file.ts';

export interface LoginOptions extends StoreOptions {
  /** Receives the URL to open in a browser. */
  readonly onAddress: (url: string, details: { readonly issuer: string; readonly scope: string | undefined }) => void;
  /** For the user to log in. */
  readonly timeoutMs: number;
  readonly client?: GivenClient;
  readonly scope?: string;
  /** Refuses any other issuer. */
  readonly issuer?: string;
  /** Default: any free port. */
  readonly callbackPort?: number;
}

export interface Login {
  readonly server: string;
  readonly issuer: string;
  readonly scope?: string;
  readonly file: string;
}

/** Logs in to a server in the browser and stores the tokens. */
export async function login(url: string, options: LoginOptions): Promise<Login> {
  const server = parseResourceServer(url);
  const file = new TokenFile(options.folder, server.address);
  const discovered = await discover(server, await probe(server), authorizationFetch);
  refuseUnexpected(discovered.issuer, options, file, url);
  const listener = await listenForCallback(options.callbackPort ?? 0);
  try {
    const tokens = await authorize(server, discovered, listener, authorizationFetch, options);
    await file.locked(async write => write(tokens));
    const { issuer, scope } = tokens;
    return { server: server.address, issuer, ...(scope !== undefined && { scope }), file: file.path };
  } finally {
    listener.close();
  }
}

/** The issuer must be the given one, or else that of the last login. */
function refuseUnexpected(issuer: string, { issuer: expected }: LoginOptions, file: TokenFile, url: string): void {
  if (expected === undefined) {
    const stored = file.read()?.issuer;
    if (stored !== undefined) refuseOtherIssuer(stored, [issuer], url);
  } else if (!isSameIssuer(issuer, expected)) {
    const message = `The server names the issuer ${quoteInert(issuer, 200)}, not ${quoteInert(expected, 200)}.`;
    throw authorizationError('authorization.wrong-issuer', message);
  }
}

async function authorize(
  server: ResourceServer,
  { issuer, metadata, resource, scope: offered }: Discovered,
  listener: CallbackListener,
  fetchFn: FetchLike,
  options: LoginOptions,
): Promise<StoredTokens> {
  const { startAuthorization, exchangeAuthorization, selectClientAuthMethod } = await loadSdk();
  const { redirectUrl } = listener;
  const scope = refuseScope(options.scope ?? offered);
  const client = await chooseClient(metadata, redirectUrl, scope, options.client, fetchFn);
  const state = randomBytes(32).toString('base64url');
  const request = {
    metadata,
    clientInformation: client,
    redirectUrl,
    state,
    resource,
    ...(scope !== undefined && { scope }),
  };
  const { authorizationUrl, codeVerifier } = await startAuthorization(issuer, request);
  options.onAddress(authorizationUrl.href, { issuer, scope });
  const answer = await listener.wait(state, options.timeoutMs);
  const grant = await parseAnswer(answer, metadata);
  const tokens = await requestTokens(
    () =>
      exchangeAuthorization(issuer, {
        metadata,
        clientInformation: client,
        ...grant,
        codeVerifier,
        redirectUri: redirectUrl,
        resource,
        fetchFn,
      }),
    options.now(),
  );
  const authMethod = selectClientAuthMethod(client, metadata.token_endpoint_auth_methods_supported ?? []);
  const revocationEndpoint = 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined;
  return {
    server: server.address,
    issuer,
    resource,
    tokenEndpoint: metadata.token_endpoint,
    ...(revocationEndpoint !== undefined && { revocationEndpoint }),
    client: {
      id: client.client_id,
      authMethod,
      ...(client.client_secret !== undefined && { secret: client.client_secret }),
    },
    ...(scope !== undefined && { scope }),
    ...tokens,
  };
}

/** Checks the issuer of the response first (RFC 9207). */
async function parseAnswer(
  answer: URLSearchParams,
  metadata: Discovered['metadata'],
): Promise<{ authorizationCode: string; iss?: string }> {
  const { validateAuthorizationResponseIssuer } = await loadSdk();
  const iss = answer.get('iss') ?? undefined;
  try {
    validateAuthorizationResponseIssuer({
      iss: answer.getAll('iss').length > 1 ? '' : iss,
      expectedIssuer: metadata.issuer,
      issParameterSupported: metadata.authorization_response_iss_parameter_supported === true,
    });
  } catch {
    throw wrongIssuer(iss, metadata.issuer);
  }
  const [code = '', ...others] = answer.getAll('code');
  if (code !== '' && others.length === 0) return { authorizationCode: code, ...(iss !== undefined && { iss }) };
  const reason = answer.get('error') ?? '';
  const shown = /^[a-z_]{1,60}$/.test(reason) ? `"${reason}"` : 'no code';
  throw authorizationError('authorization.denied', `The authorization server rejected the login: ${shown}.`);
}

function wrongIssuer(iss: string | undefined, expected: string): ToolmarkError {
  const named = iss === undefined ? 'names no issuer' : `is from the issuer ${quoteInert(iss, 200)}`;
  const message = `The callback ${named}; expected ${quoteInert(expected, 200)}.`;
  return authorizationError('authorization.wrong-issuer', message);
}

/** RFC 6749, section 3.3. The scope becomes part of a URL that a person opens. */
function refuseScope(scope: string | undefined): string | undefined {
  if (scope === undefined || scope === '') return undefined;
  if (/^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/.test(scope) && scope.length <= 4096) return scope;
  throw authorizationError('authorization.unreadable', `Invalid OAuth scope ${quoteInert(scope, 100)}.`);
}
