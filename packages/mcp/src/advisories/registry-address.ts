import { parseUrl, quoteInert, ToolmarkError } from '@toolmark/core';

const PATH = 'api/v1/advisories';

/** Where a registry serves its advisories; throws `advisories.bad-address`. */
export function registryAddress(registry: string): URL {
  const url = parseUrl(registry);
  if (url === undefined) throw refused(registry, 'it is no address');
  if (url.username !== '' || url.password !== '') throw refused(url.origin, 'it holds credentials');
  if (url.search !== '' || url.hash !== '') throw refused(registry, 'it has a query or a fragment');
  if (!isSafe(url)) throw refused(registry, 'it is neither https nor http on this machine');
  return new URL(`${url.pathname.replace(/\/$/, '')}/${PATH}`, url.origin);
}

/** Whoever sits between could keep the news from a guard for as long as a list is fresh. */
function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname));
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function refused(address: string, reason: string): ToolmarkError {
  const message = `The registry ${quoteInert(address)} cannot be asked: ${reason}. Write it as in https://registry.example.`;
  return new ToolmarkError('advisories.bad-address', message);
}
