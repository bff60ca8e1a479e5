import type { ToolAdvisory } from '@toolmark/core';
import { isIn } from '../database/is-in.ts';
import { select, sql } from '../database/statement.ts';
import type { Reader, Tables } from '../database/tables.ts';
import { STANDS_AGAINST } from './mark-advised.ts';

/** A definition of a tool, under whatever version it was published. */
export interface HeldDefinition {
  readonly name: string;
  readonly toolDigest: string;
}

export type ReadAdvisories = (held: HeldDefinition) => readonly ToolAdvisory[];

/** The advisories that stand against definitions, with the version to use instead. */
export async function advisoriesAgainst(db: Reader, held: readonly HeldDefinition[]): Promise<ReadAdvisories> {
  const rows = await standingAgainst(db, [...new Set(held.map(({ name }) => name))]);
  const warned = new Set(rows.map(({ tool }) => tool));
  const unaffected = await unaffectedVersions(db, [...warned]);
  return ({ name, toolDigest }) =>
    rows
      .filter(({ tool, digests }) => tool === name && digests.includes(toolDigest))
      .map(({ id, severity, summary }) => ({
        ...{ id, severity, summary, unaffectedVersion: unaffected.get(name) ?? null },
      }));
}

type Row = Pick<Tables['advisories'], 'id' | 'tool' | 'severity' | 'summary' | 'digests'>;

async function standingAgainst(db: Reader, names: readonly string[]): Promise<readonly Row[]> {
  if (names.length === 0) return [];
  return await select<Row>(
    db,
    sql`select id, tool, severity, summary, digests from advisories
      where withdrawn_at is null and ${isIn(db, 'tool', names)} order by id`,
  );
}

/** The version that would be shown if those under an advisory were not there. */
async function unaffectedVersions(db: Reader, names: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  if (names.length === 0) return new Map();
  const rows = await select<{ name: string; version: string | null }>(
    db,
    sql`select t.name as name, (select v.version from versions v
        where v.tool = t.id and v.status in ('active', 'deprecated')
          and not exists (select 1 from advisories a where a.tool = t.name and ${STANDS_AGAINST})
        order by v.status, v.version_key desc, v.id desc limit 1) as version
      from tools t where ${isIn(db, 't.name', names)}`,
  );
  return new Map(rows.map(({ name, version }) => [name, version]));
}
