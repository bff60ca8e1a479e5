import {
  ADVISORY_SEVERITIES,
  type AdvisorySeverity,
  type FeedbackType,
  type JsonObject,
  quoteInert,
  ToolmarkError,
} from '@toolmark/core';
import { demand, type Principal } from '../accounts/principal.ts';
import type { Writer } from '../database/tables.ts';
import { record } from '../events/record.ts';
import type { Registry } from '../registry.ts';
import { type ToolRow, visibleTool } from '../tools/visible-tool.ts';
import { checkDetails, checkStanding, parseReport, type Report } from './feedback-details.ts';
import { flagLowScore } from './flag-low-score.ts';
import { LEDGERS } from './project-judging.ts';

export interface Feedback {
  readonly type: FeedbackType;
  /** Of the tool; the one that is shown when none is named. */
  readonly version?: string | undefined;
  readonly details?: JsonObject | undefined;
}

export interface Heard {
  /** Whether it takes the place of what the same principal said before. */
  readonly outcome: 'new' | 'replaced';
  readonly version: string;
  /** The review that a report has opened or joined. */
  readonly review?: number;
}

/** One voice of each principal about each version and in each ledger; the latest counts. */
export async function giveFeedback(
  { database, now }: Registry,
  asking: Principal | undefined,
  name: string,
  { type, version: wanted, details = {} }: Feedback,
): Promise<Heard> {
  const principal = demand(asking, 'feedback');
  checkDetails(details);
  const report = type === 'security_incident' ? parseReport(details) : undefined;
  if (type === 'community_feedback') checkStanding(details);
  return await database.write(async writer => {
    const tool = await visibleTool(writer, principal, name);
    const about = await versionOf(writer, tool, wanted);
    refuseOwn(principal, tool, about);
    const open = report === undefined ? undefined : await openIncident(writer, about);
    const { version } = about;
    const outcome = (await hasSpoken(writer, about, principal, type)) ? 'replaced' : 'new';
    // Clocks of several processes differ: whoever joins a review has done so after it was opened.
    const at = Math.max(now().getTime(), open?.opened_at ?? 0);
    const event = { at, actor: principal.id, subject: name };
    await record(writer, {
      ...{ kind: 'voice.given', ...event },
      body: { version, principal: principal.id, type, details },
    });
    if (report !== undefined) return { outcome, version, review: await hear(writer, event, about, report, open) };
    if (report === undefined) await flagLowScore(writer, tool.id, at);
    return { outcome, version };
  });
}

interface About {
  readonly id: number;
  readonly version: string;
  readonly publisher: string;
}

async function versionOf(writer: Writer, tool: ToolRow, wanted: string | undefined): Promise<About> {
  const versions = writer.selectFrom('versions').select(['id', 'version', 'publisher']).where('tool', '=', tool.id);
  if (wanted !== undefined) {
    const row = await versions.where('version', '=', wanted).executeTakeFirst();
    if (row !== undefined) return row;
    throw new ToolmarkError('version.not-found', `${quoteInert(tool.name)} has no version ${quoteInert(wanted)}.`);
  }
  if (tool.shown_version !== null) return await versions.where('id', '=', tool.shown_version).executeTakeFirstOrThrow();
  const message = `Every version of ${quoteInert(tool.name)} was taken back. Say which one this is about.`;
  throw new ToolmarkError('tool.withdrawn', message);
}

/** Also of what one has published before the tool went to somebody else. */
function refuseOwn({ id }: Principal, { owner }: ToolRow, { publisher }: About): void {
  if (id !== owner && id !== publisher) return;
  throw new ToolmarkError('feedback.own-tool', 'Nobody speaks about tools of their own. Let those who use it speak.');
}

async function hasSpoken(
  writer: Writer,
  { id: version }: About,
  { id: principal }: Principal,
  type: FeedbackType,
): Promise<boolean> {
  const voice = await writer
    .selectFrom('voices')
    .select('at')
    .where('version', '=', version)
    .where('principal', '=', principal)
    .where('ledger', '=', LEDGERS[type])
    .executeTakeFirst();
  return voice !== undefined;
}

interface OpenIncident {
  readonly id: number;
  readonly severity: AdvisorySeverity;
  readonly opened_at: number;
}

async function openIncident(writer: Writer, { id: version }: About): Promise<OpenIncident | undefined> {
  return await writer
    .selectFrom('reviews')
    .select(['id', 'severity', 'opened_at'])
    .where('version', '=', version)
    .where('cause', '=', 'incident')
    .where('status', '=', 'open')
    .executeTakeFirst();
}

/** A report joins the open review. The worst that was reported stands: else whoever is quick could play it down. */
async function hear(
  writer: Writer,
  event: { readonly at: number; readonly actor: string; readonly subject: string },
  { version }: About,
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
