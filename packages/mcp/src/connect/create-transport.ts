import type { StreamableHTTPClientTransport, Transport } from '@modelcontextprotocol/client';
import { parseUrl, quoteInert } from '@toolmark/core';
import { type Authorization, withTokens } from './authorization.ts';
import { serverError } from './codes.ts';
import { loadSdk } from './load-sdk.ts';
import { prepareSource } from './prepare-source.ts';
import { sameOriginFetch, stayingFetch } from './same-origin-fetch.ts';
import type { ServerSource } from './server-source.ts';
import { type StdioOptions, StdioTransport } from './stdio-transport.ts';
import { strictFetch } from './strict-fetch.ts';

export interface TransportOptions extends StdioOptions {
  readonly authorization: Authorization | undefined;
  /** Aborted when the transport is no longer wanted. */
  readonly signal: AbortSignal;
}

/** The transport to a server. Starts the child process immediately, or once it is prepared. */
export async function createTransport(source: ServerSource, options: TransportOptions): Promise<Transport> {
  if (source.kind === 'stdio') {
    const prepared =
      source.prepare === undefined ? source : await prepareSource(source, source.prepare, options.signal);
    const transport = new StdioTransport(prepared, options);
    transport.launch();
    return transport;
  }
  const { StreamableHTTPClientTransport } = await loadSdk();
  const headers = { ...source.headers };
  refuseHeaders(headers);
  const { authorization, inbox, maxBytes } = options;
  const fetcher = strictFetch(sameOriginFetch(authorization ? stayingFetch(fetch) : fetch), inbox, maxBytes);
  return new StreamableHTTPClientTransport(addressOf(source.url), {
    requestInit: { headers },
    ...(authorization ? withTokens(authorization, fetcher) : { fetch: fetcher }),
  });
}

const SESSION_END_MS = 500;

/** Ends the HTTP session, without waiting long for the server. */
export async function endSession(transport: StreamableHTTPClientTransport): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>(resolve => {
    timer = setTimeout(resolve, SESSION_END_MS);
  });
  await Promise.race([transport.terminateSession().catch(() => {}), patience]);
  clearTimeout(timer);
}

function addressOf(url: string): URL {
  const address = parseUrl(url);
  if (address?.protocol !== 'http:' && address?.protocol !== 'https:') {
    throw serverError(
      'server.bad-address',
      'The server address is not an http or https URL, such as https://host/mcp.',
    );
  }
  if (address.username === '' && address.password === '') return address;
  const advice = 'Run "toolmark login" with the URL alone, or set "headers" in the config.';
  throw serverError('server.bad-address', `The server address contains a user name or password. ${advice}`);
}

/** `fetch` would report an invalid header as a network error. */
function refuseHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (isHeader(name, value)) continue;
    const message = `The header ${quoteInert(name)} has an invalid name or value. Correct it in the config.`;
    throw serverError('server.bad-header', message);
  }
}

function isHeader(name: string, value: string): boolean {
  try {
    return new Headers([[name, value]]).has(name);
  } catch {
    return false;
  }
}
