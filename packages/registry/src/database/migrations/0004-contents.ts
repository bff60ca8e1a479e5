import type { Migration } from '../migration.ts';

/** Content is looked up only among quarantined versions: an index of all of it made every publish slower. */
export const contents: Migration = {
  statements: () => [
    'drop index versions_by_content',
    "create index versions_by_content on versions (content) where status = 'quarantined'",
  ],
};
