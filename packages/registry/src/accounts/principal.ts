import { ToolmarkError } from '@toolmark/core';
import type { Permission } from '../events/event.ts';

/** Who asks, as far as a token proves it. */
export interface Principal {
  readonly id: string;
  readonly permissions: readonly Permission[];
  /** The server names that its token is bound to. Such a token is good for their entries, and for nothing else. */
  readonly namespace: string | undefined;
}

/** The one who works on the database itself: first start, import, timers. */
export const OPERATOR: Principal = {
  id: 'operator',
  permissions: ['publish', 'feedback', 'admin'],
  namespace: undefined,
};

/** What an account may, unless the token in hand is bound to a namespace. */
export function may(principal: Principal | undefined, permission: Permission): boolean {
  return principal !== undefined && !isBound(principal) && principal.permissions.includes(permission);
}

export function isBound({ namespace }: Principal): boolean {
  return namespace !== undefined;
}

/** Throws `auth.required` to strangers and `auth.forbidden` to those who may not. */
export function demand(principal: Principal | undefined, permission: Permission): Principal {
  if (principal === undefined) throw new ToolmarkError('auth.required', 'Not signed in. Run "toolmark login".');
  if (isBound(principal)) throw boundToken();
  if (may(principal, permission) || may(principal, 'admin')) return principal;
  throw new ToolmarkError('auth.forbidden', `This token may not ${WHAT[permission]}. Ask an admin of the registry.`);
}

/** For what concerns one account: its owner, and admins. */
export function demandSelf(principal: Principal | undefined, publisher: string): Principal {
  return principal?.id === publisher && !isBound(principal) ? principal : demand(principal, 'admin');
}

function boundToken(): ToolmarkError {
  const message = 'This token is bound to a namespace: it publishes server entries there and does nothing else.';
  return new ToolmarkError('auth.forbidden', message);
}

const WHAT: Readonly<Record<Permission, string>> = {
  publish: 'publish',
  feedback: 'give feedback',
  admin: 'do what is for admins',
};
