import type { Migration } from '../migration.ts';
import { TYPES } from './0001-tools.ts';

/** Signed statements about what the packages of server entries show. */
export const attestations: Migration = {
  statements: kind => {
    const { integer, text } = TYPES[kind];
    return [
      `create table attestations (id ${integer} primary key, entry ${integer} not null, name ${text} not null,
        version ${text} not null, digest ${text} not null, size ${integer} not null, surface_digest ${text} not null,
        subjects ${text} not null, signer ${text} not null, signer_fingerprint ${text}, signer_key ${text},
        outcome ${text} not null, publisher ${text} not null, added_at ${integer} not null, unique (entry, digest))`,
      'create index attestations_by_surface on attestations (surface_digest, id)',
      'create index attestations_by_digest on attestations (digest)',
      'create index attestations_by_certificate on attestations (signer_fingerprint) where signer_fingerprint is not null',
      'create index attestations_by_key on attestations (signer_key) where signer_key is not null',
      `create table attestation_subjects (value ${text} not null, attestation ${integer} not null,
        primary key (value, attestation))`,
    ];
  },
};
