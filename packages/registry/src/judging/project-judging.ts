import { setImmediate as turn } from 'node:timers/promises';
import type { FeedbackType } from '@toolmark/core/registry';
import { insertRows, type Writer } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import type { Projectors } from '../events/projectors.ts';
import { knownToolId } from '../tools/project-tools.ts';
import { markAdvised } from './advisories-against.ts';
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
    const ledger = LEDGERS[type];
    await writer.run(sql`insert into voices (version, principal, ledger, tool, type, at, details)
      values (${id}, ${principal}, ${ledger}, ${tool}, ${type}, ${at}, ${JSON.stringify(details)})
      on conflict (version, principal, ledger)
      do update set type = excluded.type, at = excluded.at, details = excluded.details`);
    if (ledger === 'remark') await refreshStanding(writer, await ownerOf(writer, tool), at);
    if (ledger !== 'incident') await refreshScore(writer, tool, at);
  },
  'review.opened': async (writer, { seq: id, subject, at, body }) => {
    const tool = await knownToolId(writer, subject);
    const version = body.version === undefined ? null : await versionId(writer, tool, body.version);
    const { cause, severity, summary, reporter } = body;
    const undecided = { status: 'open', decided_by: null, decided_at: null, decision: null } as const;
    const row = { id, tool, version, cause, severity, summary, reporter, opened_at: at, ...undecided };
    await insertRows(writer, 'reviews', [row]);
  },
  'review.raised': (writer, { body: { review, severity } }) =>
    writer.run(sql`update reviews set severity = ${severity} where id = ${review}`),
  'review.decided': async (writer, { subject, at, actor, body: { review, decision, reason, severity } }) => {
    const status = decision === 'confirm' ? 'confirmed' : 'dismissed';
    await writer.run(sql`update reviews set status = ${status}, severity = ${severity}, decided_by = ${actor},
      decided_at = ${at}, decision = ${reason} where id = ${review}`);
    await refreshScore(writer, await knownToolId(writer, subject), at);
  },
  'advisory.issued': async (writer, { subject, at, body: { digests, ...rest } }) => {
    const row = { ...rest, tool: subject, digests: JSON.stringify(digests), issued_at: at, withdrawn_at: null };
    await insertRows(writer, 'advisories', [row]);
    await writer.run(markAdvised(await knownToolId(writer, subject)));
  },
  'advisory.withdrawn': async (writer, { subject, at, body: { id, review, reason } }) => {
    await writer.run(sql`update advisories set withdrawn_at = ${at} where id = ${id}`);
    await writer.run(sql`update reviews set status = 'withdrawn', decision = ${reason} where id = ${review}`);
    const tool = await knownToolId(writer, subject);
    await writer.run(markAdvised(tool));
    await refreshScore(writer, tool, at);
  },
  'scores.refreshed': async (writer, { at, body: { from, to } }) => {
    const tools = await writer.all<{ id: number; owner: string }>(
      sql`select id, owner from tools where id >= ${from} and id <= ${to} order by id`,
    );
    for (const owner of new Set(tools.map(({ owner }) => owner))) await refreshStanding(writer, owner, at);
    for (const [index, { id }] of tools.entries()) {
      // SQLite answers synchronously: without a pause every request would wait for the whole loop.
      if (index % TOOLS_PER_TURN === 0) await turn();
      await refreshScore(writer, id, at);
    }
  },
};

const TOOLS_PER_TURN = 10;

/** A vote, an incident report and a remark of one principal do not replace each other. */
export const LEDGERS: Readonly<Record<FeedbackType, string>> = {
  positive_usage: 'vote',
  negative_usage: 'vote',
  security_incident: 'incident',
  community_feedback: 'remark',
};

async function ownerOf(writer: Writer, tool: number): Promise<string> {
  const { owner } = await writer.get<{ owner: string }>(sql`select owner from tools where id = ${tool}`);
  return owner;
}

async function versionId(writer: Writer, tool: number, version: string): Promise<number> {
  const { id } = await writer.get<{ id: number }>(
    sql`select id from versions where tool = ${tool} and version = ${version}`,
  );
  return id;
}
