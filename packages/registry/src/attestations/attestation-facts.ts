import type { AttestationFacts, AttestationSigner } from '@toolmark/client';
import type { Reader } from '../database/connection.ts';
import { list, sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

export type AttestationRow = Tables['attestations'];

export type ShownAttestation = Pick<AttestationFacts, 'digest' | 'surfaceDigest' | 'signer' | 'outcome'>;

/** What `_meta` of an entry says about its attestations, by the id of the entry. */
export async function attestationsByEntry(
  db: Reader,
  entries: readonly number[],
): Promise<ReadonlyMap<number, readonly ShownAttestation[]>> {
  const rows = await db.all<AttestationRow>(
    sql`select * from attestations where entry in (${list(entries)}) order by id`,
  );
  const found = new Map<number, ShownAttestation[]>();
  for (const row of rows) {
    const { digest, surfaceDigest, signer, outcome } = toFacts(row);
    found.set(row.entry, [...(found.get(row.entry) ?? []), { digest, surfaceDigest, signer, outcome }]);
  }
  return found;
}

export function toFacts(row: AttestationRow): AttestationFacts {
  return {
    ...{ digest: row.digest, surfaceDigest: row.surface_digest, name: row.name, version: row.version },
    subjects: JSON.parse(row.subjects) as AttestationFacts['subjects'],
    signer: JSON.parse(row.signer) as AttestationSigner,
    ...{ outcome: row.outcome, addedAt: new Date(row.added_at).toISOString() },
  };
}
