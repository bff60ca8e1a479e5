import type { Migration } from '../migrate.ts';

/** Certificates that were revoked for one publisher count for all, so they are looked up with every publish. */
export const revokedCertificates: Migration = {
  statements: () => [
    'create index if not exists certificates_revoked on certificates (fingerprint) where revoked_at is not null',
  ],
};
