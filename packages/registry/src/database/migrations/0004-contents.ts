import type { Migration } from '../migrate.ts';

/**
 * Contents are looked up among what is under quarantine, and nowhere else: an index of all of them was one more random place
 * to write with every publish.
 */
export const contents: Migration = {
  statements: () => [
    'drop index versions_by_content',
    "create index versions_by_content on versions (content) where status = 'quarantined'",
  ],
};
