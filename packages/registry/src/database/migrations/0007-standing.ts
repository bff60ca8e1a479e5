import type { Migration } from '../migration.ts';
import { TYPES } from './0001-tools.ts';

/** Remarks about a publisher. */
export const standing: Migration = {
  statements: kind => [
    `alter table publishers add column standing_good ${TYPES[kind].integer} not null default 0`,
    `alter table publishers add column standing_bad ${TYPES[kind].integer} not null default 0`,
  ],
};
