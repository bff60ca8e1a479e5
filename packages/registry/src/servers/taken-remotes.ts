import { quoteInert, ToolmarkError } from '@toolmark/core';
import type { Reader } from '../database/connection.ts';
import { list, sql } from '../database/statement.ts';
import { isInNamespace, namespaceOf } from './namespace-host.ts';
import type { RemoteClaim } from './remote-claim.ts';

/**
 * An address belongs to one server, and its path to one namespace, until every version that names it is deleted. Entries in
 * the host's own domain are never blocked by entries of another domain. Throws `server.remote-taken`.
 */
export async function refuseTakenRemotes(db: Reader, name: string, claims: readonly RemoteClaim[]): Promise<void> {
  for (const claim of claims) {
    const others = await claimantsOf(db, name, claim);
    const other = others.find(one => isInNamespace(one, claim.host) || !isInNamespace(name, claim.host));
    if (other === undefined) continue;
    const message = `A remote of this entry already belongs to ${quoteInert(other)}. An address belongs to one server.`;
    throw new ToolmarkError('server.remote-taken', message);
  }
}

/** Other servers with the same address, and servers of other namespaces with the same path. */
async function claimantsOf(db: Reader, name: string, { exact, place, written }: RemoteClaim): Promise<string[]> {
  const rows = await db.all<{ name: string; url: string }>(
    sql`select distinct v.name, r.url from server_remotes r join server_versions v on v.id = r.version
      where r.url in (${list([exact, place, written])}) and v.name != ${name} and v.status != 'deleted'`,
  );
  return rows.filter(row => row.url !== place || namespaceOf(row.name) !== namespaceOf(name)).map(row => row.name);
}
