import { inert, parseUrl, quoteInert, remoteAddress } from '@toolmark/core';
import { version } from '../connect/version.ts';
import { authorizationError } from './codes.ts';
import { type Challenge, parseChallenge } from './discover.ts';
import type { ResourceServer } from './endpoint.ts';

const TIMEOUT_MS = 15_000;

/** Asks the server without a token, for what its 401 says about the login. A server that answers otherwise says nothing. */
export async function probe(server: ResourceServer): Promise<Challenge> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'toolmark', version } };
  const response = await fetch(server.url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }),
  }).catch(() => {
    throw authorizationError('authorization.unreachable', `Nothing answers at ${inert(server.url.origin)}.`);
  });
  await response.body?.cancel();
  refuseRedirect(response, server);
  return response.status === 401 ? await parseChallenge(response) : { isBearer: false };
}

/** The login would be for an address that sends us elsewhere. */
function refuseRedirect({ status, headers }: Response, { url }: ResourceServer): void {
  const location = status >= 300 && status < 400 ? (headers.get('location') ?? '') : undefined;
  if (location === undefined) return;
  const target = remoteAddress(parseUrl(location, url.href)?.href ?? '')?.text;
  const where = target === undefined ? 'something that is not an address' : quoteInert(target, 200);
  const message = `The server redirects to ${where}. If it is the right one, log in with that address, and use it in the config.`;
  throw authorizationError('authorization.unreadable', message);
}
