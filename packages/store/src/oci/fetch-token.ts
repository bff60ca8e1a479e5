import { isJsonObject, type Json, parseUrl, readJson, ToolmarkError } from '@toolmark/core';
import type { Context } from '../context.ts';
import { type Asked, ask, isAllowed, refusal } from './ask.ts';

const MAX_ANSWER_BYTES = 64 * 1024;

/** An anonymous token to read one repository, from the service that a registry names in `WWW-Authenticate`. Throws `oci.*`. */
export async function fetchToken(
  { shown, repository }: Pick<Asked, 'shown'> & { readonly repository: string },
  registry: URL,
  headers: Headers,
  context: Context,
): Promise<string> {
  const challenge = readChallenge(headers.get('www-authenticate') ?? '');
  if (challenge === undefined) throw refusal(shown, 401);
  const address = tokenAddress(shown, challenge, registry);
  if (challenge.service !== undefined) address.searchParams.set('service', challenge.service);
  // Not the scope that the registry names: reading one repository is enough.
  address.searchParams.set('scope', `repository:${repository}:pull`);
  const answer = await ask({ shown, address, accept: 'application/json', maxBytes: MAX_ANSWER_BYTES }, context);
  if (answer.status !== 200) throw refusal(shown, answer.status);
  return tokenIn(answer.body, shown);
}

interface Challenge {
  readonly realm: string;
  readonly service: string | undefined;
}

/** The parameters of a Bearer challenge; other schemes need a login. */
function readChallenge(header: string): Challenge | undefined {
  if (header.length > 4_096 || !/^bearer /i.test(header)) return undefined;
  const parameters = new Map(
    [...header.matchAll(/([a-z]+)="([^"\\]*)"/gi)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
  );
  const realm = parameters.get('realm');
  return realm === undefined ? undefined : { realm, service: parameters.get('service') };
}

function tokenAddress(shown: string, { realm }: Challenge, registry: URL): URL {
  const address = parseUrl(realm);
  if (address !== undefined && isAllowed(address, registry)) return address;
  throw badToken(shown, 'names a token service without HTTPS');
}

function tokenIn(body: Uint8Array, shown: string): string {
  const answer = readAnswer(body, shown);
  const token = isJsonObject(answer) ? (answer.token ?? answer.access_token) : undefined;
  // Anything else could end the header and begin another one.
  if (typeof token === 'string' && /^[\x21-\x7e]{1,16384}$/.test(token)) return token;
  throw badToken(shown, 'gave no usable token');
}

function readAnswer(body: Uint8Array, shown: string): Json {
  try {
    return readJson(body, { maxBytes: MAX_ANSWER_BYTES });
  } catch {
    // The cause could quote the token.
    throw badToken(shown, 'gave no usable token');
  }
}

function badToken(shown: string, what: string): ToolmarkError {
  const message = `The registry of ${shown} ${what}. Check the registry in the name of the image.`;
  return new ToolmarkError('oci.bad-token-service', message);
}
