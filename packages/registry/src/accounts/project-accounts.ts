import type { Projectors } from '../events/project.ts';

type AccountKind = Extract<keyof Projectors, `publisher.${string}` | `token.${string}` | `certificate.${string}`>;

export const PUBLISHER_EVENTS: Pick<Projectors, AccountKind> = {
  'publisher.created': async (writer, { subject, at, body: { name, permissions } }) => {
    await writer
      .insertInto('publishers')
      .values({
        ...{ id: subject, name, status: 'active', permissions: JSON.stringify(permissions), created_at: at },
        ...{ positive: 0, negative: 0, incidents: 0, standing_good: 0, standing_bad: 0 },
      })
      .execute();
  },
  'publisher.changed': async (writer, { subject, body: { status, permissions } }) => {
    const change = {
      ...(status === undefined ? {} : { status }),
      ...(permissions === undefined ? {} : { permissions: JSON.stringify(permissions) }),
    };
    await writer.updateTable('publishers').set(change).where('id', '=', subject).execute();
  },
  'token.created': async (writer, { subject, at, body }) => {
    const { publisher, label, hash, namespace = null, expiresAt = null } = body;
    const row = {
      id: subject,
      hash,
      publisher,
      label,
      namespace,
      created_at: at,
      expires_at: expiresAt,
      revoked_at: null,
    };
    await writer.insertInto('tokens').values(row).execute();
  },
  'token.revoked': async (writer, { subject, at }) => {
    await writer.updateTable('tokens').set({ revoked_at: at }).where('id', '=', subject).execute();
  },
  'certificate.added': async (writer, { subject, at, body: { fingerprint, pem } }) => {
    const row = { publisher: subject, fingerprint, pem, added_at: at, revoked_at: null };
    await writer.insertInto('certificates').values(row).execute();
  },
  'certificate.revoked': async (writer, { subject, at, body: { fingerprint } }) => {
    await writer
      .updateTable('certificates')
      .set({ revoked_at: at })
      .where('publisher', '=', subject)
      .where('fingerprint', '=', fingerprint)
      .execute();
  },
};
