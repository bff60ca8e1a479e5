import { ToolmarkError } from '@toolmark/core';
import { demand, type Principal } from '../accounts/principal.ts';
import type { Writer } from '../database/tables.ts';
import type { Deed } from '../events/event.ts';
import { record } from '../events/record.ts';
import type { Registry } from '../registry.ts';
import { plainSentence } from './plain-sentence.ts';
import { noAdvisory } from './public-advisories.ts';
import { signList } from './sign-list.ts';
import { criticalAgainst } from './standing-against.ts';

/** Takes an advisory back: it denies nothing any more, the score recovers, and so does what it put under quarantine. */
export async function withdrawAdvisory(
  registry: Registry,
  principal: Principal | undefined,
  id: string,
  reason: string,
): Promise<void> {
  const { id: actor } = demand(principal, 'admin');
  await registry.database.write(async writer => {
    const { tool, review } = await standingAdvisory(writer, id);
    const now = registry.now();
    const event = { at: now.getTime(), actor, subject: tool };
    const body = { id, review, reason: plainSentence(reason) };
    await record(writer, { kind: 'advisory.withdrawn', ...event, body });
    await restore(writer, event, id);
    await signList(writer, registry.signer, now);
  });
}

async function standingAdvisory(writer: Writer, id: string) {
  const advisory = await writer
    .selectFrom('advisories')
    .select(['tool', 'review', 'withdrawn_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (advisory === undefined) throw noAdvisory(id);
  if (advisory.withdrawn_at === null) return advisory;
  throw new ToolmarkError('advisory.withdrawn', 'This advisory is withdrawn already.');
}

/** Each version is again what it was, unless another critical incident about the same definition stands. */
async function restore(writer: Writer, event: Deed, id: string): Promise<void> {
  const versions = await writer
    .selectFrom('versions')
    .select(['version', 'tool_digest', 'status_before'])
    .where('advisory', '=', id)
    .where('status', '=', 'quarantined')
    .where('tool', '=', eb => eb.selectFrom('tools').select('id').where('name', '=', event.subject))
    .orderBy('id')
    .execute();
  for (const { version, tool_digest, status_before } of versions) {
    const other = await criticalAgainst(writer, event.subject, tool_digest);
    const body =
      other === undefined
        ? { version, status: status_before ?? ('active' as const), reason: `${id} was withdrawn.` }
        : { version, status: 'quarantined' as const, reason: other.summary, advisory: other.id };
    await record(writer, { kind: 'version.status', ...event, body });
  }
}
