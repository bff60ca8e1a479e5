import { parseStoredCertificate } from '../accounts/known-certificates.ts';
import { insertRows, type Writer } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import type { Projectors } from '../events/projectors.ts';

export const ATTESTATION_EVENTS: Pick<Projectors, 'attestation.added'> = {
  'attestation.added': async (writer, { seq: id, at, actor: publisher, subject: name, body }) => {
    const { version, digest, size, surfaceDigest, subjects, signer, outcome } = body;
    const entry = await writer.get<{ id: number }>(
      sql`select id from server_versions where name = ${name} and version = ${version}`,
    );
    const row = {
      ...{ id, entry: entry.id, name, version, digest, size, surface_digest: surfaceDigest, publisher, added_at: at },
      ...{ subjects: JSON.stringify(subjects), signer: JSON.stringify(signer), outcome },
      signer_fingerprint: signer.kind === 'certificate' ? signer.fingerprint : null,
      signer_key: signer.kind === 'identity' ? null : signer.publicKeyDigest,
    };
    await insertRows(writer, 'attestations', [row]);
    const values = subjects.flatMap(subject => [
      ...(subject.name === '' ? [] : [subject.name]),
      ...Object.entries(subject.digest).map(([algorithm, value]) => `${algorithm}:${value.toLowerCase()}`),
    ]);
    const rows = [...new Set(values)].map(value => ({ value, attestation: id }));
    await insertRows(writer, 'attestation_subjects', rows);
  },
};

/**
 * Attestations of a revoked certificate are shown as revoked, unless another account has it too. Its key counts too, unless
 * the publisher renewed it.
 */
export async function revokeAttestations(writer: Writer, publisher: string, fingerprint: string): Promise<void> {
  const rows = await writer.all<Row>(sql`select publisher, fingerprint, pem, revoked_at from certificates
    where publisher = ${publisher} or fingerprint = ${fingerprint}`);
  if (rows.some(row => row.fingerprint === fingerprint && row.revoked_at === null)) return;
  await writer.run(sql`update attestations set outcome = 'revoked' where signer_fingerprint = ${fingerprint}`);
  const own = rows.filter(row => row.publisher === publisher);
  const key = own.filter(row => row.fingerprint === fingerprint).map(keyOf)[0];
  if (key === undefined || own.some(row => row.revoked_at === null && keyOf(row) === key)) return;
  await writer.run(sql`update attestations set outcome = 'revoked' where signer_key = ${key}`);
}

type Row = Pick<Tables['certificates'], 'publisher' | 'fingerprint' | 'pem' | 'revoked_at'>;

function keyOf({ pem }: Row): string | undefined {
  return parseStoredCertificate(pem)?.publicKeyDigest;
}
