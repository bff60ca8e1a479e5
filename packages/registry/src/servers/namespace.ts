import { quoteInert, ToolmarkError } from '@toolmark/core';
import { demand, isBound, may, type Principal } from '../accounts/principal.ts';

/** Who may speak for a server: admins for any, others for names that their token covers. Throws `publish.namespace`. */
export function demandNamespace(asking: Principal | undefined, name: string): Principal {
  const principal = asking !== undefined && isBound(asking) ? asking : demand(asking, 'publish');
  if (may(principal, 'admin') || speaksFor(principal, name)) return principal;
  const message = `This token does not speak for ${quoteInert(name)}. Prove the domain, or ask an admin for a token that is bound to the namespace.`;
  throw new ToolmarkError('publish.namespace', message);
}

function speaksFor({ namespace, permissions }: Principal, name: string): boolean {
  return permissions.some(permission => permission !== 'feedback') && covers(namespace, name);
}

/** `io.github.owner/*` covers all below it, `io.github.owner/weather` that one server. Letters count as they are. */
export function covers(namespace: string | undefined, name: string): boolean {
  if (namespace === undefined) return false;
  if (!namespace.endsWith('/*')) return namespace === name;
  return namespace.length > 2 && name.startsWith(namespace.slice(0, -1));
}
