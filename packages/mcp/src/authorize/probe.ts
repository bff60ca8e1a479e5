import { inert, parseUrl, quoteInert, remoteAddress } from '@toolmark/core';
import { version } from '../connect/version.ts';
import { authorizationError } from './codes.ts';
import { type Challenge, parseChallenge } from './discover.ts';
import type { ResourceServer } from './endpoint.ts';

const TIMEOUT_MS = 15_000;

/** Requests the server without a token to get the challenge of its 401. */
export async function probe(server: ResourceServer): Promise<Challenge> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'toolmark', version } };
  const response = await fetch(server.url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }),
  }).catch(() => {
    throw authorizationError('authorization.unreachable', `Cannot connect to ${inert(server.url.origin)}.`);
  });
  await response.body?.cancel();
  refuseRedirect(response, server);
  return response.status === 401 ? await parseChallenge(response) : { isBearer: false };
}

function refuseRedirect({ status, headers }: Response, { url }: ResourceServer): void {
  const location = status >= 300 && status < 400 ? (headers.get('location') ?? '') : undefined;
  if (location === undefined) return;
  const target = remoteAddress(parseUrl(location, url.href)?.href ?? '')?.text;
  const where = target === undefined ? 'an invalid URL' : quoteInert(target, 200);
  const message = `The server redirects to ${where}. If that is correct, log in with that URL and use it in the config.`;
  throw authorizationError('authorization.unreadable', message);
}
