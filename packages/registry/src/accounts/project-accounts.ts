import { revokeAttestations } from '../attestations/project-attestations.ts';
import { insertRows } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import type { Projectors } from '../events/projectors.ts';

type AccountKind = Extract<keyof Projectors, `${'publisher' | 'token' | 'certificate'}.${string}`>;

export const PUBLISHER_EVENTS: Pick<Projectors, AccountKind> = {
  'publisher.created': async (writer, { subject: id, at, body: { name, permissions } }) => {
    const counts = { positive: 0, negative: 0, incidents: 0, standing_good: 0, standing_bad: 0 };
    const row = { id, name, status: 'active', permissions: JSON.stringify(permissions), created_at: at } as const;
    await insertRows(writer, 'publishers', [{ ...row, ...counts }]);
  },
  'publisher.changed': async (writer, { subject, body: { status = null, permissions } }) => {
    const written = permissions === undefined ? null : JSON.stringify(permissions);
    await writer.run(sql`update publishers set status = coalesce(${status}, status),
      permissions = coalesce(${written}, permissions) where id = ${subject}`);
  },
  'token.created': async (writer, { subject: id, at, body }) => {
    const { publisher, label, hash, namespace = null, expiresAt: expires_at = null, jti = null } = body;
    const row = { id, hash, publisher, label, namespace, created_at: at, expires_at, revoked_at: null, jti };
    await insertRows(writer, 'tokens', [row]);
  },
  'token.revoked': (writer, { subject, at }) =>
    writer.run(sql`update tokens set revoked_at = ${at} where id = ${subject}`),
  'certificate.added': (writer, { subject: publisher, at, body: { fingerprint, pem } }) =>
    insertRows(writer, 'certificates', [{ publisher, fingerprint, pem, added_at: at, revoked_at: null }]),
  'certificate.revoked': async (writer, { subject, at, body: { fingerprint } }) => {
    await writer.run(sql`update certificates set revoked_at = ${at}
      where publisher = ${subject} and fingerprint = ${fingerprint}`);
    await revokeAttestations(writer, subject, fingerprint);
  },
};
