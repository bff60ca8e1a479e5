import { setImmediate as turn } from 'node:timers/promises';
import type { FeedbackType } from '@toolmark/core';
import { run } from '../database/statement.ts';
import type { Writer } from '../database/tables.ts';
import type { Projectors } from '../events/project.ts';
import { knownToolId } from '../tools/project-tools.ts';
import { markAdvised } from './mark-advised.ts';
import { refreshScore } from './refresh-score.ts';
import { refreshStanding } from './refresh-standing.ts';

type JudgingKind = Extract<
  keyof Projectors,
  `voice.${string}` | `review.${string}` | `advisory.${string}` | `scores.${string}`
>;

export const JUDGING_EVENTS: Pick<Projectors, JudgingKind> = {
  'voice.given': async (writer, { subject, at, body: { version, principal, type, details } }) => {
    const tool = await knownToolId(writer, subject);
    const id = await versionId(writer, tool, version);
    const said = { type, at, details: JSON.stringify(details) };
    await writer
      .insertInto('voices')
      .values({ version: id, principal, ledger: LEDGERS[type], tool, ...said })
      .onConflict(conflict => conflict.columns(['version', 'principal', 'ledger']).doUpdateSet(said))
      .execute();
    if (LEDGERS[type] === 'remark') await refreshStanding(writer, await ownerOf(writer, tool), at);
    if (LEDGERS[type] !== 'incident') await refreshScore(writer, tool, at);
  },
  'review.opened': async (writer, { seq, subject, at, body }) => {
    const tool = await knownToolId(writer, subject);
    const version = body.version === undefined ? null : await versionId(writer, tool, body.version);
    const { cause, severity, summary, reporter } = body;
    await writer
      .insertInto('reviews')
      .values({
        ...{ id: seq, tool, version, cause, severity, summary, reporter, opened_at: at },
        ...{ status: 'open', decided_by: null, decided_at: null, decision: null },
      })
      .execute();
  },
  'review.raised': async (writer, { body: { review, severity } }) => {
    await writer.updateTable('reviews').set({ severity }).where('id', '=', review).execute();
  },
  'review.decided': async (writer, { subject, at, actor, body: { review, decision, reason, severity } }) => {
    const status = decision === 'confirm' ? 'confirmed' : 'dismissed';
    await writer
      .updateTable('reviews')
      .set({ status, severity, decided_by: actor, decided_at: at, decision: reason })
      .where('id', '=', review)
      .execute();
    await refreshScore(writer, await knownToolId(writer, subject), at);
  },
  'advisory.issued': async (writer, { subject, at, body: { digests, ...rest } }) => {
    const row = { ...rest, tool: subject, digests: JSON.stringify(digests), issued_at: at, withdrawn_at: null };
    await writer.insertInto('advisories').values(row).execute();
    await run(writer, markAdvised(await knownToolId(writer, subject)));
  },
  'advisory.withdrawn': async (writer, { subject, at, body: { id, review, reason } }) => {
    await writer.updateTable('advisories').set({ withdrawn_at: at }).where('id', '=', id).execute();
    await writer
      .updateTable('reviews')
      .set({ status: 'withdrawn', decision: reason })
      .where('id', '=', review)
      .execute();
    const tool = await knownToolId(writer, subject);
    await run(writer, markAdvised(tool));
    await refreshScore(writer, tool, at);
  },
  'scores.refreshed': async (writer, { at, body: { from, to } }) => {
    const tools = await writer
      .selectFrom('tools')
      .select(['id', 'owner'])
      .where('id', '>=', from)
      .where('id', '<=', to)
      .orderBy('id')
      .execute();
    for (const owner of new Set(tools.map(({ owner }) => owner))) await refreshStanding(writer, owner, at);
    for (const [index, { id }] of tools.entries()) {
      // SQLite answers at once, so without a pause every request would wait for the whole of it.
      if (index % TOOLS_AT_ONCE === 0) await turn();
      await refreshScore(writer, id, at);
    }
  },
};

const TOOLS_AT_ONCE = 10;

/** A vote, a report and a remark of one person do not replace each other. */
export const LEDGERS: Readonly<Record<FeedbackType, string>> = {
  positive_usage: 'vote',
  negative_usage: 'vote',
  security_incident: 'incident',
  community_feedback: 'remark',
};

async function ownerOf(writer: Writer, tool: number): Promise<string> {
  const { owner } = await writer.selectFrom('tools').select('owner').where('id', '=', tool).executeTakeFirstOrThrow();
  return owner;
}

async function versionId(writer: Writer, tool: number, version: string): Promise<number> {
  const { id } = await writer
    .selectFrom('versions')
    .select('id')
    .where('tool', '=', tool)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return id;
}
