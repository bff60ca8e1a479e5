import { quoteInert, ToolmarkError } from '@toolmark/core';
import type { Writer } from '../database/tables.ts';
import { isInNamespace, namespaceOf } from './namespace-host.ts';
import type { RemoteClaim } from './remote-claim.ts';

/**
 * An address belongs to one server, and its place to one namespace, for as long as a version that names it is not deleted.
 * The domain of the host comes first: an entry of that domain is not kept out by one of another. Throws `server.remote-taken`.
 */
export async function refuseTakenRemotes(writer: Writer, name: string, claims: readonly RemoteClaim[]): Promise<void> {
  for (const claim of claims) {
    const others = await claimantsOf(writer, name, claim);
    const other = others.find(one => isInNamespace(one, claim.host) || !isInNamespace(name, claim.host));
    if (other === undefined) continue;
    const message = `A remote of this entry is one of ${quoteInert(other)} already. An address belongs to one server.`;
    throw new ToolmarkError('server.remote-taken', message);
  }
}

/** The other servers that have the same address, and those of other namespaces that have its place. */
async function claimantsOf(writer: Writer, name: string, { exact, place, written }: RemoteClaim): Promise<string[]> {
  const rows = await writer
    .selectFrom('server_remotes')
    .innerJoin('server_versions', 'server_versions.id', 'server_remotes.version')
    .select(['server_versions.name', 'server_remotes.url'])
    .distinct()
    .where('server_remotes.url', 'in', [exact, place, written])
    .where('server_versions.name', '!=', name)
    .where('server_versions.status', '!=', 'deleted')
    .execute();
  const isOther = (row: { readonly name: string; readonly url: string }): boolean =>
    row.url !== place || namespaceOf(row.name) !== namespaceOf(name);
  return rows.filter(isOther).map(row => row.name);
}
