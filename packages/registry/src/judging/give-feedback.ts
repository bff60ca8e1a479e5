import type { Feedback, FeedbackGiven } from '@toolmark/client';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import type { FeedbackType } from '@toolmark/core/registry';
import { ADVISORY_SEVERITIES } from '@toolmark/core/sign';
import { type Principal, requirePermission } from '../accounts/principal.ts';
import type { Writer } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import type { EventOrigin } from '../events/event.ts';
import { record } from '../events/record.ts';
import type { Registry } from '../registry.ts';
import { noVersion, type ToolRow, visibleTool } from '../tools/visible-tool.ts';
import { checkDetails, checkStanding, parseReport, type Report } from './feedback-details.ts';
import { flagLowScore } from './flag-low-score.ts';
import { LEDGERS } from './project-judging.ts';

/** Records one voice per principal, version and ledger; the latest counts. */
export async function giveFeedback(
  { database, now }: Registry,
  caller: Principal | undefined,
  name: string,
  { type, version: wanted, details = {} }: Feedback,
): Promise<FeedbackGiven> {
  const principal = requirePermission(caller, 'feedback');
  checkDetails(details);
  const report = type === 'security_incident' ? parseReport(details) : undefined;
  if (type === 'community_feedback') checkStanding(details);
  return await database.write(async writer => {
    const tool = await visibleTool(writer, principal, name);
    const target = await versionOf(writer, tool, wanted);
    refuseOwn(principal, tool, target);
    const open = report === undefined ? undefined : await openIncident(writer, target.id);
    const { version } = target;
    const outcome = (await hasVoice(writer, target.id, principal.id, type)) ? 'replaced' : 'new';
    // Clocks of several processes differ: a report that joins a review is never older than the review.
    const at = Math.max(now().getTime(), open?.opened_at ?? 0);
    const event = { at, actor: principal.id, subject: name };
    const body = { version, principal: principal.id, type, details };
    await record(writer, { kind: 'voice.given', ...event, body });
    if (report !== undefined)
      return { outcome, version, review: await reportIncident(writer, event, version, report, open) };
    await flagLowScore(writer, tool.id, at);
    return { outcome, version };
  });
}

type Target = Pick<Tables['versions'], 'id' | 'version' | 'publisher'>;

async function versionOf(writer: Writer, tool: ToolRow, wanted: string | undefined): Promise<Target> {
  const which = wanted === undefined ? sql`id = ${tool.shown_version}` : sql`version = ${wanted}`;
  const row = await writer.find<Target>(
    sql`select id, version, publisher from versions where tool = ${tool.id} and ${which}`,
  );
  if (row !== undefined) return row;
  if (wanted !== undefined) throw noVersion(tool.name, wanted);
  const message = `Every version of ${quoteInert(tool.name)} was withdrawn. Name the version that you mean.`;
  throw new ToolmarkError('tool.withdrawn', message);
}

/** Includes versions that the principal published before the tool was transferred. */
function refuseOwn({ id }: Principal, { owner }: ToolRow, { publisher }: Target): void {
  if (id !== owner && id !== publisher) return;
  throw new ToolmarkError('feedback.own-tool', 'You cannot give feedback on your own tools.');
}

async function hasVoice(writer: Writer, version: number, principal: string, type: FeedbackType): Promise<boolean> {
  const voice = await writer.find(sql`select at from voices
    where version = ${version} and principal = ${principal} and ledger = ${LEDGERS[type]}`);
  return voice !== undefined;
}

type OpenIncident = Pick<Tables['reviews'], 'id' | 'severity' | 'opened_at'>;

async function openIncident(writer: Writer, version: number): Promise<OpenIncident | undefined> {
  return await writer.find<OpenIncident>(sql`select id, severity, opened_at from reviews
    where version = ${version} and cause = 'incident' and status = 'open'`);
}

/** Joins the open review, or opens one. The highest reported severity counts, so an early report cannot play it down. */
async function reportIncident(
  writer: Writer,
  event: EventOrigin,
  version: string,
  { severity, summary }: Report,
  open: OpenIncident | undefined,
): Promise<number> {
  if (open === undefined) {
    const body = { version, cause: 'incident' as const, severity, summary, reporter: event.actor };
    return await record(writer, { kind: 'review.opened', ...event, body });
  }
  if (ADVISORY_SEVERITIES.indexOf(severity) > ADVISORY_SEVERITIES.indexOf(open.severity)) {
    await record(writer, { kind: 'review.raised', ...event, body: { review: open.id, severity } });
  }
  return open.id;
}
