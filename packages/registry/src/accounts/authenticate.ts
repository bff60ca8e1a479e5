import { ToolmarkError } from '@toolmark/core';
import { sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import type { Permission } from '../events/event.ts';
import type { Registry } from '../registry.ts';
import type { Principal } from './principal.ts';
import { tokenHash } from './token.ts';

type Row = Pick<Tables['publishers'], 'id' | 'status' | 'permissions'> &
  Pick<Tables['tokens'], 'namespace' | 'expires_at' | 'revoked_at'>;

/** Returns the principal of a token. Every refusal has the same message, so guesses reveal nothing. */
export async function authenticate({ database, now }: Registry, token: string | undefined): Promise<Principal> {
  if (token === undefined) throw unknownToken();
  const row = await database.current.find<Row>(
    sql`select p.id, p.status, p.permissions, t.namespace, t.expires_at, t.revoked_at
      from tokens t join publishers p on p.id = t.publisher where t.hash = ${tokenHash(token)}`,
  );
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
