import type { Database } from '../database/database.ts';
import { sql } from '../database/statement.ts';
import { asStoreError } from '../database/store-error.ts';
import type { Tables } from '../database/tables.ts';

export type CertificateRow = Pick<Tables['certificates'], 'publisher' | 'fingerprint' | 'pem' | 'revoked_at'>;

/**
 * The current certificates of a publisher, and every revoked certificate: a stolen key must not publish from another
 * account.
 */
export async function certificatesOf({ current }: Database, publisher: string): Promise<readonly CertificateRow[]> {
  try {
    return await current.all<CertificateRow>(sql`select publisher, fingerprint, pem, revoked_at from certificates
      where publisher = ${publisher} or revoked_at is not null order by fingerprint, publisher`);
  } catch (error) {
    throw asStoreError(error);
  }
}
