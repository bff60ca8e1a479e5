import { insertRows } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import type { Projectors } from '../events/projectors.ts';

type TrustedKind = Extract<keyof Projectors, `trusted-publisher.${string}`>;

export const TRUSTED_PUBLISHER_EVENTS: Pick<Projectors, TrustedKind> = {
  'trusted-publisher.added': (writer, { subject: publisher, at, body: { id, namespace, issuer, claims } }) => {
    const { repository, workflow_ref = null, environment = null } = claims;
    const unused = { repository_id: null, owner_id: null };
    const row = { id, publisher, namespace, issuer, repository, workflow_ref, environment, created_at: at, ...unused };
    return insertRows(writer, 'trusted_publishers', [row]);
  },
  'trusted-publisher.pinned': (writer, { body: { id, repositoryId, ownerId } }) =>
    writer.run(
      sql`update trusted_publishers set repository_id = ${repositoryId}, owner_id = ${ownerId} where id = ${id}`,
    ),
  'trusted-publisher.removed': (writer, { body: { id } }) =>
    writer.run(sql`delete from trusted_publishers where id = ${id}`),
};
