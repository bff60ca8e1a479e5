import type { Migration } from '../migration.ts';
import { TYPES } from './0001-tools.ts';

/** Repositories whose CI jobs publish without a stored secret, and the CI tokens that were exchanged. */
export const trustedPublishers: Migration = {
  statements: kind => {
    const { integer, text } = TYPES[kind];
    return [
      `create table trusted_publishers (id ${text} primary key, publisher ${text} not null, namespace ${text} not null,
        issuer ${text} not null, repository ${text} not null, workflow_ref ${text}, environment ${text},
        created_at ${integer} not null, repository_id ${text}, owner_id ${text})`,
      'create index trusted_publishers_by_repository on trusted_publishers (repository, issuer)',
      'create index trusted_publishers_by_publisher on trusted_publishers (publisher, created_at)',
      `alter table tokens add column jti ${text}`,
      'create unique index tokens_by_jti on tokens (jti) where jti is not null',
    ];
  },
};
