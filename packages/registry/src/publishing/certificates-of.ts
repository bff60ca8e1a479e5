import type { Database } from '../database/database.ts';
import { isIn } from '../database/is-in.ts';
import { select, sql } from '../database/statement.ts';
import { asStoreError } from '../database/store-error.ts';
import type { Reader, Tables } from '../database/tables.ts';
import { Together } from '../database/together.ts';

export type CertificateRow = Pick<Tables['certificates'], 'publisher' | 'fingerprint' | 'pem' | 'revoked_at'>;

/**
 * The certificates of a publisher, and those revoked for anyone: a stolen key must not publish from another account. As
 * they are now, never as they were: who asks while a question is under way waits for the next one, which is for all.
 */
export async function certificatesOf(database: Database, publisher: string): Promise<readonly CertificateRow[]> {
  const questions = QUESTIONS.get(database) ?? new Together(publishers => readAll(database.current, publishers));
  QUESTIONS.set(database, questions);
  return await questions.do(publisher, 0);
}

const QUESTIONS = new WeakMap<Database, Together<string, readonly CertificateRow[]>>();

async function readAll(db: Reader, publishers: readonly string[]): Promise<readonly (readonly CertificateRow[])[]> {
  try {
    const rows = await select<CertificateRow>(
      db,
      sql`select publisher, fingerprint, pem, revoked_at from certificates
        where ${isIn(db, 'publisher', [...new Set(publishers)])}
        union select publisher, fingerprint, pem, revoked_at from certificates where revoked_at is not null
        order by fingerprint, publisher`,
    );
    return publishers.map(publisher => rows.filter(row => row.publisher === publisher || row.revoked_at !== null));
  } catch (error) {
    throw asStoreError(error);
  }
}
