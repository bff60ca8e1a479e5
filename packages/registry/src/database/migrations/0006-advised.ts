import type { Migration } from '../migration.ts';
import { TYPES } from './0001-tools.ts';

/** Tools under an advisory come last in every search; the index has the same order. */
export const advised: Migration = {
  statements: kind => [
    `alter table tools add column advised ${TYPES[kind].integer} not null default 0`,
    `update tools set advised = 1 where exists (select 1 from versions v join advisories a on a.tool = tools.name
      where v.id = tools.shown_version and a.withdrawn_at is null and a.digests like '%' || v.tool_digest || '%')`,
    'drop index tools_by_rank',
    'create index tools_by_rank on tools (advised, rank, name) where listed = 1',
  ],
};
