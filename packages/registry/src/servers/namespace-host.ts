import { quoteInert, ToolmarkError } from '@toolmark/core';
import { isBound, type Principal } from '../accounts/principal.ts';
import type { InspectedEntry } from './inspect-entry.ts';

/** Whether a host belongs to the domain of a server name: `com.example/…` means `example.com` and its subdomains. */
export function isInNamespace(name: string, host: string | undefined): boolean {
  const domain = namespaceOf(name).split('.').reverse().join('.').toLowerCase();
  return host !== undefined && (host === domain || host.endsWith(`.${domain}`));
}

/** `com.example` of `com.example/weather`. */
export function namespaceOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf('/')));
}

/** A bound token can only claim addresses of its domain. Throws `publish.remote-host`. */
export function requireOwnHosts(
  principal: Principal,
  { name, remotes, packages }: Pick<InspectedEntry, 'name' | 'remotes' | 'packages'>,
): void {
  if (!isBound(principal)) return;
  const claims = [...remotes.map(({ host }, index) => ({ host, pointer: `/remotes/${index}/url` })), ...packages];
  const foreign = claims.find(({ host }) => !isInNamespace(name, host));
  if (foreign === undefined) return;
  const domain = namespaceOf(name).split('.').reverse().join('.');
  const message = `This token is for ${quoteInert(domain)}, but this address is on another host. Use an address of the domain, or ask an admin to publish the entry.`;
  throw new ToolmarkError('publish.remote-host', message, { pointer: foreign.pointer });
}
