import { type Advisory, type AdvisorySeverity, type Digest, quoteInert, ToolmarkError } from '@toolmark/core';
import type { Reader, Writer } from '../database/tables.ts';
import type { Registry } from '../registry.ts';

/** What everyone may know of an advisory. */
export interface PublicAdvisory {
  readonly id: string;
  readonly severity: AdvisorySeverity;
  readonly summary: string;
  readonly digests: readonly Digest[];
  readonly tool?: string;
  readonly version?: string;
  readonly issuedAt: string;
  readonly withdrawnAt: string | null;
}

/** The newest first. */
export async function listAdvisories(db: Reader | Writer, limit?: number): Promise<readonly PublicAdvisory[]> {
  const query = rows(db).orderBy('issued_at', 'desc').orderBy('advisories.review', 'desc');
  return (await (limit === undefined ? query : query.limit(limit)).execute()).map(toPublic);
}

export async function readAdvisory({ database: { reader } }: Registry, id: string): Promise<PublicAdvisory> {
  const row = await rows(reader).where('advisories.id', '=', id).executeTakeFirst();
  if (row === undefined) throw noAdvisory(id);
  return toPublic(row);
}

export function noAdvisory(id: string): ToolmarkError {
  return new ToolmarkError('advisory.not-found', `There is no advisory ${quoteInert(id)}.`);
}

/** As it stands in the signed list. */
export function toEntry({ id, severity, summary, digests, tool, withdrawnAt }: PublicAdvisory): Advisory {
  return {
    ...{ id, severity, summary, digests },
    ...(tool === undefined ? {} : { tool }),
    ...(withdrawnAt === null ? {} : { withdrawn: true as const }),
  };
}

function rows(db: Reader | Writer) {
  return db
    .selectFrom('advisories')
    .innerJoin('tools', 'tools.name', 'advisories.tool')
    .select(['advisories.id', 'advisories.severity', 'advisories.summary', 'advisories.digests', 'advisories.tool'])
    .select(['advisories.version', 'advisories.issued_at', 'advisories.withdrawn_at'])
    .select(['tools.visibility', 'tools.held']);
}

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

/** A tool that not everyone may know of is denied by its digest alone: its name and story would tell that it exists. */
function toPublic({ id, severity, summary, digests, tool, version, ...row }: Row): PublicAdvisory {
  const isOpen = row.visibility === 'public' && row.held === 0;
  return {
    ...{ id, severity, summary: isOpen ? summary : 'An incident with a tool that is not public.' },
    digests: JSON.parse(digests) as Digest[],
    ...(isOpen ? { tool, version } : {}),
    issuedAt: new Date(row.issued_at).toISOString(),
    withdrawnAt: row.withdrawn_at === null ? null : new Date(row.withdrawn_at).toISOString(),
  };
}
