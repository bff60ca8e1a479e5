import type { Account } from '@toolmark/client';
import { sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import type { Registry } from '../registry.ts';
import { noPublisher } from './accounts.ts';
import { type Principal, requireSelf } from './principal.ts';

/** An account with the labels of its tokens and its certificates. For its owner and admins. */
export async function readPublisher(
  { database: { current: reader }, now }: Registry,
  principal: Principal | undefined,
  id: string,
): Promise<Account> {
  requireSelf(principal, id);
  const publisher = await reader.find<Tables['publishers']>(sql`select * from publishers where id = ${id}`);
  if (publisher === undefined) throw noPublisher(id);
  const { name, status, permissions, created_at } = publisher;
  const tokens = await reader.all<Tables['tokens']>(
    // Every CI run leaves a token that has expired; a list of them would hide the others.
    sql`select * from tokens where publisher = ${id} and (jti is null or expires_at > ${now().getTime()})
      order by created_at`,
  );
  const certificates = await reader.all<Tables['certificates']>(
    sql`select * from certificates where publisher = ${id} order by added_at`,
  );
  return {
    ...{ id, name, status, permissions: JSON.parse(permissions), createdAt: toTime(created_at) },
    tokens: tokens.map(token => ({
      ...{ id: token.id, label: token.label, createdAt: toTime(token.created_at) },
      ...{ expiresAt: toTimeOrNull(token.expires_at), revokedAt: toTimeOrNull(token.revoked_at) },
    })),
    certificates: certificates.map(({ fingerprint, added_at, revoked_at }) => ({
      ...{ fingerprint, addedAt: toTime(added_at), revokedAt: toTimeOrNull(revoked_at) },
    })),
  };
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}

function toTimeOrNull(at: number | null): string | null {
  return at === null ? null : toTime(at);
}
