import { type Client, createClient } from '@toolmark/client';
import { ToolmarkError } from '@toolmark/core';
import type { Io } from '../io.ts';
import { findCiToken } from './ci-token.ts';
import { type ClientArguments, openClient, registryUrl } from './open-client.ts';

export interface PublishingArguments extends ClientArguments {
  /** Publish as the CI job that this runs in. */
  readonly ci: boolean;
  readonly identityToken?: string;
  readonly audience?: string;
  /** Where several accounts trust the job. */
  readonly publisher?: string;
}

/** With a token of the user, or with one that the registry gives to this CI job and that is never stored. */
export async function openPublishingClient(given: PublishingArguments, io: Io): Promise<Client> {
  refuseMixed(given);
  if (!given.ci) return openClient(given, io);
  const url = registryUrl(given, io);
  // A token for this registry alone: another one cannot use it.
  const idToken = await findCiToken(given.audience ?? url, given.identityToken, io);
  const { token } = await createClient({ url }).exchangeIdToken(idToken, given.publisher);
  return createClient({ url, token });
}

function refuseMixed({ ci, tokenFile, identityToken, audience, publisher }: PublishingArguments): void {
  if (ci && tokenFile !== undefined)
    throw new ToolmarkError('usage.ci', 'Pass --ci or --token-file, not both: a CI job needs no stored token.');
  if (!ci && (identityToken ?? audience ?? publisher) !== undefined)
    throw new ToolmarkError('usage.ci', '--identity-token, --audience and --publisher belong to --ci.');
}
