import { ToolmarkError } from '@toolmark/core';
import type { Permission } from '../events/event.ts';

/** The account behind a request, as proven by its token. */
export interface Principal {
  readonly id: string;
  readonly permissions: readonly Permission[];
  /** Names that the token is bound to, separated by spaces. A bound token publishes under them and nothing else. */
  readonly namespace: string | undefined;
}

/** The actor of work on the database itself: first start, import, timers. */
export const OPERATOR: Principal = {
  id: 'operator',
  permissions: ['publish', 'feedback', 'admin'],
  namespace: undefined,
};

/** Whether the account has a permission and its token is not bound to a namespace. */
export function may(principal: Principal | undefined, permission: Permission): boolean {
  return principal !== undefined && !isBound(principal) && principal.permissions.includes(permission);
}

export function isBound({ namespace }: Principal): boolean {
  return namespace !== undefined;
}

/** Throws `auth.required` without a token and `auth.forbidden` without the permission. Admins have every permission. */
export function requirePermission(principal: Principal | undefined, permission: Permission): Principal {
  if (principal === undefined) throw new ToolmarkError('auth.required', 'Not signed in. Run "toolmark login".');
  if (isBound(principal)) throw boundToken();
  if (may(principal, permission) || may(principal, 'admin')) return principal;
  throw new ToolmarkError('auth.forbidden', `This token may not ${ACTIONS[permission]}. Ask an admin of the registry.`);
}

/** Allows the owner of an account, and admins. */
export function requireSelf(principal: Principal | undefined, publisher: string): Principal {
  return principal?.id === publisher && !isBound(principal) ? principal : requirePermission(principal, 'admin');
}

export function boundToken(): ToolmarkError {
  const message = 'This token is bound to a namespace: it can only publish there.';
  return new ToolmarkError('auth.forbidden', message);
}

const ACTIONS: Readonly<Record<Permission, string>> = {
  publish: 'publish',
  feedback: 'give feedback',
  admin: 'administer the registry',
};
