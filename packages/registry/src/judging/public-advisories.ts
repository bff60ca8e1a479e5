import type { AdvisoryDetails } from '@toolmark/client';
import { type Digest, quoteInert, ToolmarkError } from '@toolmark/core';
import type { Advisory } from '@toolmark/core/sign';
import type { Reader } from '../database/connection.ts';
import { literal, type Statement, sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import type { Registry } from '../registry.ts';

/** Newest first. */
export async function listAdvisories(db: Reader, limit?: number): Promise<readonly AdvisoryDetails[]> {
  const end = limit === undefined ? sql`` : sql` limit ${literal(limit)}`;
  return await read(db, sql`order by a.issued_at desc, a.review desc${end}`);
}

export async function readAdvisory({ database: { reader } }: Registry, id: string): Promise<AdvisoryDetails> {
  const [advisory] = await read(reader, sql`where a.id = ${id}`);
  if (advisory === undefined) throw noAdvisory(id);
  return advisory;
}

export function noAdvisory(id: string): ToolmarkError {
  return new ToolmarkError('advisory.not-found', `Advisory ${quoteInert(id)} does not exist.`);
}

/** The entry in the signed list. */
export function toEntry({ id, severity, summary, digests, tool, withdrawnAt }: AdvisoryDetails): Advisory {
  return {
    ...{ id, severity, summary, digests },
    ...(tool === undefined ? {} : { tool }),
    ...(withdrawnAt === null ? {} : { withdrawn: true as const }),
  };
}

type Row = Tables['advisories'] & Pick<Tables['tools'], 'visibility' | 'held'>;

async function read(db: Reader, which: Statement): Promise<readonly AdvisoryDetails[]> {
  const rows = await db.all<Row>(
    sql`select a.*, t.visibility, t.held from advisories a join tools t on t.name = a.tool ${which}`,
  );
  return rows.map(toPublic);
}

/** An advisory for a private or held tool has only digests: its name and summary would reveal that the tool exists. */
function toPublic({ id, severity, summary, digests, tool, version, ...row }: Row): AdvisoryDetails {
  const isOpen = row.visibility === 'public' && row.held === 0;
  return {
    ...{ id, severity, summary: isOpen ? summary : 'An incident with a tool that is not public.' },
    digests: JSON.parse(digests) as Digest[],
    ...(isOpen ? { tool, version } : {}),
    issuedAt: new Date(row.issued_at).toISOString(),
    withdrawnAt: row.withdrawn_at === null ? null : new Date(row.withdrawn_at).toISOString(),
  };
}
