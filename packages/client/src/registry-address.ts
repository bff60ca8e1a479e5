import { parseUrl, quoteInert, ToolmarkError } from '@toolmark/core';

/** The default address of `toolmark serve`. */
export const DEFAULT_REGISTRY = 'http://127.0.0.1:8484';

/** Parses a registry address; the result ends with a slash. Throws `registry.bad-address` and `registry.insecure`. */
export function registryAddress(address: string, hasToken: boolean): URL {
  const url = parseUrl(address);
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw refused(address, 'it is not an http or https URL');
  if (url.username !== '' || url.password !== '') throw refused(url.origin, 'it contains credentials');
  if (url.search !== '' || url.hash !== '') throw refused(address, 'it has a query or a fragment');
  if (hasToken && url.protocol !== 'https:' && !isThisMachine(url.hostname)) throw insecure(url);
  return new URL(`${url.pathname.replace(/\/+$/, '')}/`, url.origin);
}

function isThisMachine(hostname: string): boolean {
  return /^([a-z0-9-]+\.)*localhost$/.test(hostname) || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function refused(address: string, reason: string): ToolmarkError {
  const message = `Invalid registry address ${quoteInert(address)}: ${reason}. Use an address such as https://registry.example.`;
  return new ToolmarkError('registry.bad-address', message);
}

/** Over plain HTTP, others on the network could read the token and publish with it. */
function insecure({ origin }: URL): ToolmarkError {
  const message = `Tokens are sent only over https or to this machine, not to ${quoteInert(origin)}. Use https.`;
  return new ToolmarkError('registry.insecure', message);
}
