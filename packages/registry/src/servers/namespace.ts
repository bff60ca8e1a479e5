import { quoteInert, ToolmarkError } from '@toolmark/core';
import { covers } from '../accounts/namespace.ts';
import { isBound, may, type Principal, requirePermission } from '../accounts/principal.ts';

/** Admins may publish any server, others the names that their token covers. Throws `publish.namespace`. */
export function requireNamespace(caller: Principal | undefined, name: string): Principal {
  const principal = caller !== undefined && isBound(caller) ? caller : requirePermission(caller, 'publish');
  if (may(principal, 'admin') || mayPublish(principal, name)) return principal;
  const message = `This token does not cover ${quoteInert(name)}. Prove the domain, or ask an admin for a token for the namespace.`;
  throw new ToolmarkError('publish.namespace', message);
}

function mayPublish({ namespace, permissions }: Principal, name: string): boolean {
  return permissions.some(permission => permission !== 'feedback') && covers(namespace, name);
}
