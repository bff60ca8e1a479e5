import type { AuthorizationServerMetadata, FetchLike, OAuthClientInformationMixed } from '@modelcontextprotocol/client';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { loadSdk } from '../connect/load-sdk.ts';
import { authorizationError } from './codes.ts';

/** A client registered earlier with the authorization server; its id may be the URL of a metadata document. */
export interface GivenClient {
  readonly id: string;
  readonly secret?: string;
}

/** The given client, or one registered now with the redirect URL of this login. */
export async function chooseClient(
  metadata: AuthorizationServerMetadata,
  redirectUrl: string,
  scope: string | undefined,
  given: GivenClient | undefined,
  fetchFn: FetchLike,
): Promise<OAuthClientInformationMixed> {
  if (given !== undefined) {
    return { client_id: given.id, ...(given.secret !== undefined && { client_secret: given.secret }) };
  }
  const issuer = quoteInert(metadata.issuer, 200);
  if (metadata.registration_endpoint === undefined) {
    const advice = 'Register a client there and pass --client-id.';
    throw authorizationError('authorization.not-offered', `${issuer} does not support client registration. ${advice}`);
  }
  const { registerClient, RegistrationRejectedError } = await loadSdk();
  const clientMetadata = {
    client_name: 'Toolmark',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'native' as const,
  };
  try {
    return await registerClient(metadata.issuer, {
      metadata,
      clientMetadata,
      fetchFn,
      ...(scope !== undefined && { scope }),
    });
  } catch (error) {
    if (error instanceof ToolmarkError) throw error;
    if (error instanceof RegistrationRejectedError) {
      const message = `${issuer} refused to register a client. Register one there and pass --client-id.`;
      throw authorizationError('authorization.refused', message);
    }
    throw authorizationError('authorization.unreadable', `Invalid registration response from ${issuer} (RFC 7591).`);
  }
}
