import { type Statement, sql } from '../database/statement.ts';

/** A digest is hexadecimal, so it has no wildcard, and the list of an advisory holds nothing but digests. */
export const STANDS_AGAINST = sql`a.withdrawn_at is null and a.digests like '%' || v.tool_digest || '%'`;

/** Writes into the row of a tool whether an advisory stands against the version that is shown. */
export function markAdvised(id: number): Statement {
  return sql`update tools set advised = case when exists (select 1 from versions v join advisories a
    on a.tool = tools.name where v.id = tools.shown_version and ${STANDS_AGAINST}) then 1 else 0 end
    where id = ${id}`;
}
