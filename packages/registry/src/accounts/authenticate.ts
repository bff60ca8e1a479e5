import { ToolmarkError } from '@toolmark/core';
import type { Permission } from '../events/event.ts';
import type { Registry } from '../registry.ts';
import type { Principal } from './principal.ts';
import { tokenHash } from './token.ts';

/** Whose token this is. One message for every reason: whoever guesses learns nothing about what exists. */
export async function authenticate({ database, now }: Registry, token: string | undefined): Promise<Principal> {
  if (token === undefined) throw unknownToken();
  const row = await database.current
    .selectFrom('tokens')
    .innerJoin('publishers', 'publishers.id', 'tokens.publisher')
    .select(['publishers.id', 'publishers.status', 'publishers.permissions'])
    .select(['tokens.namespace', 'tokens.expires_at', 'tokens.revoked_at'])
    .where('tokens.hash', '=', tokenHash(token))
    .executeTakeFirst();
  const isCurrent =
    row?.revoked_at === null && row.status === 'active' && (row.expires_at ?? Infinity) > now().getTime();
  if (row === undefined || !isCurrent) throw unknownToken();
  const permissions = JSON.parse(row.permissions) as Permission[];
  return { id: row.id, permissions, namespace: row.namespace ?? undefined };
}

function unknownToken(): ToolmarkError {
  return new ToolmarkError(
    'auth.invalid',
    'The token is unknown, expired or revoked. Run "toolmark login" with another one.',
  );
}
