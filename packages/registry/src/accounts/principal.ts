import { ToolmarkError } from '@toolmark/core';
import type { Permission } from '../events/event.ts';

/** Who asks, as far as a token proves it. */
export interface Principal {
  readonly id: string;
  readonly permissions: readonly Permission[];
  /** Server names it may publish; `undefined` for none, unless it is an admin's. */
  readonly namespace: string | undefined;
}

/** The one who works on the database itself: first start, import, timers. */
export const OPERATOR: Principal = {
  id: 'operator',
  permissions: ['publish', 'feedback', 'admin'],
  namespace: undefined,
};

export function may(principal: Principal | undefined, permission: Permission): boolean {
  return principal?.permissions.includes(permission) === true;
}

/** Throws `auth.required` to strangers and `auth.forbidden` to those who may not. */
export function demand(principal: Principal | undefined, permission: Permission): Principal {
  if (principal === undefined)
    throw new ToolmarkError('auth.required', 'This needs a token: "Authorization: Bearer …".');
  if (may(principal, permission) || may(principal, 'admin')) return principal;
  throw new ToolmarkError('auth.forbidden', `This token may not ${WHAT[permission]}. Ask an admin of the registry.`);
}

/** For what concerns one account: its owner, and admins. */
export function demandSelf(principal: Principal | undefined, publisher: string): Principal {
  return principal?.id === publisher ? principal : demand(principal, 'admin');
}

const WHAT: Readonly<Record<Permission, string>> = {
  publish: 'publish',
  feedback: 'give feedback',
  admin: 'do what is for admins',
};
