import { ToolmarkError } from '@toolmark/core';
import { type Principal, requirePermission } from '../accounts/principal.ts';
import type { Writer } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import type { EventOrigin } from '../events/event.ts';
import { record } from '../events/record.ts';
import type { Registry } from '../registry.ts';
import { criticalAgainst } from './advisories-against.ts';
import { plainSentence } from './plain-sentence.ts';
import { noAdvisory } from './public-advisories.ts';
import { signList } from './sign-list.ts';

/** Withdraws an advisory: it denies no more calls, the score recovers, and its quarantines end. */
export async function withdrawAdvisory(
  registry: Registry,
  principal: Principal | undefined,
  id: string,
  reason: string,
): Promise<void> {
  const { id: actor } = requirePermission(principal, 'admin');
  await registry.database.write(async writer => {
    const { tool, review } = await currentAdvisory(writer, id);
    const now = registry.now();
    const event = { at: now.getTime(), actor, subject: tool };
    const body = { id, review, reason: plainSentence(reason) };
    await record(writer, { kind: 'advisory.withdrawn', ...event, body });
    await restore(writer, event, id);
    await signList(writer, registry.signer, now);
  });
}

type AdvisoryRow = Pick<Tables['advisories'], 'tool' | 'review' | 'withdrawn_at'>;

async function currentAdvisory(writer: Writer, id: string): Promise<AdvisoryRow> {
  const advisory = await writer.find<AdvisoryRow>(
    sql`select tool, review, withdrawn_at from advisories where id = ${id}`,
  );
  if (advisory === undefined) throw noAdvisory(id);
  if (advisory.withdrawn_at === null) return advisory;
  throw new ToolmarkError('advisory.withdrawn', 'This advisory is already withdrawn.');
}

/** Restores the earlier status of each version, unless another critical advisory applies to the same definition. */
async function restore(writer: Writer, event: EventOrigin, id: string): Promise<void> {
  const versions = await writer.all<Pick<Tables['versions'], 'version' | 'tool_digest' | 'status_before'>>(
    sql`select version, tool_digest, status_before from versions where advisory = ${id} and status = 'quarantined'
      and tool = (select id from tools where name = ${event.subject}) order by id`,
  );
  for (const { version, tool_digest, status_before } of versions) {
    const other = await criticalAgainst(writer, event.subject, tool_digest);
    const body =
      other === undefined
        ? { version, status: status_before ?? ('active' as const), reason: `${id} was withdrawn.` }
        : { version, status: 'quarantined' as const, reason: other.summary, advisory: other.id };
    await record(writer, { kind: 'version.status', ...event, body });
  }
}
