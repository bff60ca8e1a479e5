import type {
  AuthorizationServerMetadata,
  FetchLike,
  OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { loadSdk } from '../connect/load-sdk.ts';
import { authorizationError } from './codes.ts';
import { parseEndpoint, type ResourceServer } from './endpoint.ts';

/** The WWW-Authenticate challenge of a 401. */
export interface Challenge {
  readonly isBearer: boolean;
  readonly resourceMetadataUrl?: URL;
  readonly scope?: string;
}

/** How to log in to a server. All URLs are validated. */
export interface Discovered {
  readonly issuer: string;
  readonly metadata: AuthorizationServerMetadata;
  /** The `resource` parameter (RFC 8707). */
  readonly resource: string;
  readonly scope: string | undefined;
}

export async function parseChallenge(response: Response): Promise<Challenge> {
  const { extractWWWAuthenticateParams } = await loadSdk();
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
  const isBearer = /^\s*bearer\b/i.test(response.headers.get('www-authenticate') ?? '');
  return { isBearer, ...(resourceMetadataUrl && { resourceMetadataUrl }), ...(scope !== undefined && { scope }) };
}

/** Fetches the resource metadata, then the metadata of its first authorization server. */
export async function discover(server: ResourceServer, challenge: Challenge, fetcher: FetchLike): Promise<Discovered> {
  const resource = await findResourceMetadata(server, challenge, fetcher);
  const named = resource?.authorization_servers?.[0] ?? server.url.origin;
  const metadata = await getMetadata(parseEndpoint(named, 'issuer', server), named, fetcher);
  refuseUnusable(metadata, server);
  const scope = challenge.scope ?? resource?.scopes_supported?.join(' ');
  return {
    issuer: metadata.issuer,
    metadata,
    resource: resource?.resource ?? server.url.href,
    scope: withOffline(scope, metadata),
  };
}

/** Undefined if the server has none, as before RFC 9728. */
export async function findResourceMetadata(
  server: ResourceServer,
  { resourceMetadataUrl }: Challenge,
  fetcher: FetchLike,
): Promise<OAuthProtectedResourceMetadata | undefined> {
  const { checkResourceAllowed, discoverOAuthProtectedResourceMetadata } = await loadSdk();
  if (resourceMetadataUrl !== undefined && resourceMetadataUrl.origin !== server.url.origin) {
    const message = `The resource metadata is at another origin: ${quoteInert(resourceMetadataUrl.origin, 200)}.`;
    throw authorizationError('authorization.foreign-metadata', message);
  }
  let lastStatus = 0;
  const watched: FetchLike = async (url, init) => {
    const response = await fetcher(url, init);
    lastStatus = response.status;
    return response;
  };
  try {
    const options = resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl };
    const metadata = await discoverOAuthProtectedResourceMetadata(server.url, options, watched);
    const isRight = checkResourceAllowed({ requestedResource: server.url, configuredResource: metadata.resource });
    if (isRight) return metadata;
    const message = `The resource metadata is for ${quoteInert(metadata.resource, 200)}, not for ${quoteInert(server.address, 200)}.`;
    throw authorizationError('authorization.wrong-resource', message);
  } catch (error) {
    if (error instanceof ToolmarkError) throw error;
    if (lastStatus >= 400) return undefined;
    throw authorizationError('authorization.unreadable', 'Invalid resource metadata (RFC 9728).');
  }
}

async function getMetadata(issuer: URL, named: string, fetcher: FetchLike): Promise<AuthorizationServerMetadata> {
  const { discoverAuthorizationServerMetadata, IssuerMismatchError } = await loadSdk();
  const shown = quoteInert(issuer.href, 200);
  const metadata = await discoverAuthorizationServerMetadata(named, { fetchFn: fetcher }).catch((error: unknown) => {
    if (error instanceof ToolmarkError) throw error;
    if (error instanceof IssuerMismatchError) {
      throw authorizationError('authorization.wrong-issuer', `The metadata at ${shown} names another issuer.`);
    }
    throw authorizationError('authorization.unreadable', `Invalid metadata at ${shown} (RFC 8414).`);
  });
  if (metadata !== undefined) return metadata;
  throw authorizationError('authorization.not-offered', `No authorization server metadata found at ${shown}.`);
}

/** Validates every endpoint before any is used. */
function refuseUnusable(metadata: AuthorizationServerMetadata, server: ResourceServer): void {
  parseEndpoint(metadata.authorization_endpoint, 'authorization endpoint', server);
  parseEndpoint(metadata.token_endpoint, 'token endpoint', server);
  const optional = [
    [metadata.registration_endpoint, 'registration endpoint'],
    ['revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined, 'revocation endpoint'],
  ] as const;
  for (const [address, what] of optional) if (address !== undefined) parseEndpoint(address, what, server);
  const issuer = quoteInert(metadata.issuer, 200);
  if (!metadata.response_types_supported.includes('code')) {
    throw authorizationError('authorization.not-offered', `${issuer} does not support the authorization code flow.`);
  }
  if (metadata.code_challenge_methods_supported?.includes('S256') !== true) {
    throw authorizationError('authorization.not-offered', `${issuer} does not declare support for PKCE with S256.`);
  }
}

/** Servers that list this scope issue refresh tokens only with it. */
function withOffline(scope: string | undefined, { scopes_supported }: AuthorizationServerMetadata): string | undefined {
  const isAdded = scope !== undefined && scopes_supported?.includes('offline_access') === true;
  return isAdded && !scope.split(' ').includes('offline_access') ? `${scope} offline_access` : scope;
}

/** Ignores a trailing slash, which some servers use inconsistently. */
export function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}
