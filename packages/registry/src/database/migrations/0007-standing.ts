import type { Migration } from '../migrate.ts';
import { TYPES } from './0001-tools.ts';

/** What the community says of a publisher. */
export const standing: Migration = {
  statements: kind => [
    `alter table publishers add column standing_good ${TYPES[kind].integer} not null default 0`,
    `alter table publishers add column standing_bad ${TYPES[kind].integer} not null default 0`,
  ],
};
