import type { ToolAdvisory } from '@toolmark/core/registry';
import { isIn, type Reader } from '../database/connection.ts';
import { type Statement, sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

/** A definition of a tool, whatever version it was published as. */
export interface HeldDefinition {
  readonly name: string;
  readonly toolDigest: string;
}

export type ReadAdvisories = (held: HeldDefinition) => readonly ToolAdvisory[];

type Row = Pick<Tables['advisories'], 'id' | 'tool' | 'severity' | 'summary' | 'digests'>;

/** The advisories that apply to definitions, with a version to use instead. */
export async function advisoriesAgainst(db: Reader, held: readonly HeldDefinition[]): Promise<ReadAdvisories> {
  const rows = await currentAdvisories(db, [...new Set(held.map(({ name }) => name))]);
  const unaffected = await unaffectedVersions(db, [...new Set(rows.map(({ tool }) => tool))]);
  return ({ name, toolDigest }) =>
    rows
      .filter(({ tool, digests }) => tool === name && digests.includes(toolDigest))
      .map(({ id, severity, summary }) => ({
        ...{ id, severity, summary, unaffectedVersion: unaffected.get(name) ?? null },
      }));
}

/** The critical advisory that keeps a definition quarantined. */
export async function criticalAgainst(db: Reader, tool: string, digest: string): Promise<Row | undefined> {
  const rows = await currentAdvisories(db, [tool]);
  return rows.find(({ digests, severity }) => severity === 'critical' && digests.includes(digest));
}

async function currentAdvisories(db: Reader, names: readonly string[]): Promise<readonly Row[]> {
  if (names.length === 0) return [];
  return await db.all<Row>(sql`select id, tool, severity, summary, digests from advisories
    where withdrawn_at is null and ${isIn(db, 'tool', names)} order by id`);
}

/** The list of an advisory holds only digests, and a hexadecimal digest contains no wildcard. */
const APPLIES = sql`a.withdrawn_at is null and a.digests like '%' || v.tool_digest || '%'`;

/** The version that would be served by default without those under an advisory. */
async function unaffectedVersions(db: Reader, names: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  if (names.length === 0) return new Map();
  const rows = await db.all<{ name: string; version: string | null }>(
    sql`select t.name, (select v.version from versions v
        where v.tool = t.id and v.status in ('active', 'deprecated')
          and not exists (select 1 from advisories a where a.tool = t.name and ${APPLIES})
        order by v.status, v.version_key desc, v.id desc limit 1) as version
      from tools t where ${isIn(db, 't.name', names)}`,
  );
  return new Map(rows.map(({ name, version }) => [name, version]));
}

/** Marks in the row of a tool whether an advisory applies to the version served by default. */
export function markAdvised(id: number): Statement {
  return sql`update tools set advised = case when exists (select 1 from versions v join advisories a
    on a.tool = tools.name where v.id = tools.shown_version and ${APPLIES}) then 1 else 0 end
    where id = ${id}`;
}
