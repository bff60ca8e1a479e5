import type { Writer } from '../../../packages/registry/src/database/connection.ts';
import { sql } from '../../../packages/registry/src/database/statement.ts';

/** Removes from a database what the migrations from number 6 on have added, and forgets those from `first` on. */
export async function undoMigrations(writer: Writer, first: number): Promise<void> {
  await writer.run(sql`delete from migrations where number >= ${first}`);
  await writer.run(sql`drop index tools_by_rank`);
  await writer.run(sql`alter table tools drop column advised`);
  await writer.run(sql`create index tools_by_rank on tools (rank, name) where listed = 1`);
  await writer.run(sql`alter table publishers drop column standing_good`);
  await writer.run(sql`alter table publishers drop column standing_bad`);
  await writer.run(sql`drop table trusted_publishers`);
  await writer.run(sql`drop index tokens_by_jti`);
  await writer.run(sql`alter table tokens drop column jti`);
  await writer.run(sql`drop table attestations`);
  await writer.run(sql`drop table attestation_subjects`);
}
