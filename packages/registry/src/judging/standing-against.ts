import type { Reader, Writer } from '../database/tables.ts';

/** The advisories that stand against a definition of a tool, under whatever number it was published. */
async function standingAgainst(db: Reader | Writer, tool: string, digest: string) {
  const rows = await db
    .selectFrom('advisories')
    .select(['id', 'severity', 'summary', 'digests'])
    .where('tool', '=', tool)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.filter(({ digests }) => (JSON.parse(digests) as string[]).includes(digest));
}

/** The one that keeps versions under quarantine. */
export async function criticalAgainst(db: Reader | Writer, tool: string, digest: string) {
  return (await standingAgainst(db, tool, digest)).find(({ severity }) => severity === 'critical');
}
