import type { AuthorizationServerMetadata, FetchLike, OAuthClientInformationMixed } from '@modelcontextprotocol/client';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { loadSdk } from '../connect/load-sdk.ts';
import { authorizationError } from './codes.ts';

/** A client that was registered with the authorization server before; its id may be the address of a metadata document. */
export interface GivenClient {
  readonly id: string;
  readonly secret?: string;
}

/** The client that the user names, else one that is registered now: its redirect address has this login's port. */
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
    const advice = 'Register one there, and give it with --client-id.';
    throw authorizationError('authorization.not-offered', `${issuer} does not register clients by itself. ${advice}`);
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
      const message = `${issuer} refused to register a client. Register one there, and give it with --client-id.`;
      throw authorizationError('authorization.refused', message);
    }
    throw authorizationError(
      'authorization.unreadable',
      `The answer of ${issuer} to the registration does not have the shape of RFC 7591.`,
    );
  }
}
