import type { Transport } from '@modelcontextprotocol/client';
import { parseUrl, quoteInert } from '@toolmark/core';
import { type Authorization, withTokens } from './authorization.ts';
import { serverError } from './codes.ts';
import { loadSdk } from './load-sdk.ts';
import { sameOriginFetch, stayingFetch } from './same-origin-fetch.ts';
import type { ServerSource } from './server-source.ts';
import { type StdioOptions, StdioTransport } from './stdio-transport.ts';
import { strictFetch } from './strict-fetch.ts';

export interface TransportOptions extends StdioOptions {
  readonly authorization: Authorization | undefined;
}

/** The way to a server. A child starts at once. */
export async function createTransport(source: ServerSource, options: TransportOptions): Promise<Transport> {
  if (source.kind === 'stdio') {
    const transport = new StdioTransport(source, options);
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

function addressOf(url: string): URL {
  const address = parseUrl(url);
  if (address?.protocol !== 'http:' && address?.protocol !== 'https:') {
    throw serverError(
      'server.bad-address',
      'The address of the server is no http or https address, as in https://host/mcp.',
    );
  }
  if (address.username === '' && address.password === '') return address;
  throw serverError(
    'server.bad-address',
    'The address holds a user name or password. Run "toolmark login" with the address alone, or set "headers" in its config.',
  );
}

/** Before `fetch` meets them: it would say that nothing answers. */
function refuseHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (isHeader(name, value)) continue;
    const message = `The header ${quoteInert(name)} has a name or a value that HTTP does not allow. Mend it in the source.`;
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
