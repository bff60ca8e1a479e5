import { parseUrl, quoteInert, ToolmarkError } from '@toolmark/core';

/** Where `toolmark serve` listens when it is told nothing else. */
export const DEFAULT_REGISTRY = 'http://127.0.0.1:8484';

/** The address of a registry, with a slash at its end. Throws `registry.bad-address` and `registry.insecure`. */
export function registryAddress(address: string, hasToken: boolean): URL {
  const url = parseUrl(address);
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) throw refused(address, 'it is no web address');
  if (url.username !== '' || url.password !== '') throw refused(url.origin, 'it holds credentials');
  if (url.search !== '' || url.hash !== '') throw refused(address, 'it has a query or a fragment');
  if (hasToken && url.protocol !== 'https:' && !isThisMachine(url.hostname)) throw insecure(url);
  return new URL(`${url.pathname.replace(/\/+$/, '')}/`, url.origin);
}

function isThisMachine(hostname: string): boolean {
  return /^([a-z0-9-]+\.)*localhost$/.test(hostname) || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function refused(address: string, reason: string): ToolmarkError {
  const message = `The registry ${quoteInert(address)} cannot be asked: ${reason}. Write it as in https://registry.example.`;
  return new ToolmarkError('registry.bad-address', message);
}

/** Whoever sits between could read the token and publish with it. */
function insecure({ origin }: URL): ToolmarkError {
  const message = `A token is sent over https, or to this machine, and never to ${quoteInert(origin)}. Use https.`;
  return new ToolmarkError('registry.insecure', message);
}
