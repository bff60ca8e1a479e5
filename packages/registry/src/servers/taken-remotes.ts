import { quoteInert, ToolmarkError } from '@toolmark/core';
import type { Writer } from '../database/tables.ts';

/** An address belongs to one server, for as long as a version that names it is not deleted. Throws `server.remote-taken`. */
export async function refuseTakenRemotes(writer: Writer, name: string, remotes: readonly string[]): Promise<void> {
  if (remotes.length === 0) return;
  const other = await writer
    .selectFrom('server_remotes')
    .innerJoin('server_versions', 'server_versions.id', 'server_remotes.version')
    .select('server_versions.name')
    .where('server_remotes.url', 'in', [...new Set(remotes)])
    .where('server_versions.name', '!=', name)
    .where('server_versions.status', '!=', 'deleted')
    .limit(1)
    .executeTakeFirst();
  if (other === undefined) return;
  const message = `A remote of this entry is one of ${quoteInert(other.name)} already. An address belongs to one server.`;
  throw new ToolmarkError('server.remote-taken', message);
}
