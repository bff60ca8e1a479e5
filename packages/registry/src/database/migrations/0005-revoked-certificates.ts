import type { Migration } from '../migration.ts';

/** A revoked certificate counts for every publisher, so every publish looks it up. */
export const revokedCertificates: Migration = {
  statements: () => [
    'create index if not exists certificates_revoked on certificates (fingerprint) where revoked_at is not null',
  ],
};
