import type { Writer } from '../database/connection.ts';
import { type Statement, sql } from '../database/statement.ts';
import type { EventOrigin } from '../events/event.ts';
import type { Projectors } from '../events/projectors.ts';
import { addToPublisher } from '../judging/refresh-score.ts';
import { refreshStanding } from '../judging/refresh-standing.ts';
import { countDownloads } from './count-downloads.ts';
import { publishTools } from './publish-tools.ts';
import { refreshTool } from './refresh-tool.ts';

type ToolKind = Extract<keyof Projectors, `tool.${string}` | `version.${string}` | `downloads.${string}`>;

export const TOOL_EVENTS: Pick<Projectors, ToolKind> = {
  'tool.published': (writer, event) => publishTools(writer, [event]),
  'tool.held': (writer, event) => change(writer, event, sql`held = 1`),
  'tool.released': (writer, event) => change(writer, event, sql`held = 0`),
  'tool.transferred': async (writer, event) => {
    const before = await takeFromPublisher(writer, event.subject);
    await change(writer, event, sql`owner = ${event.body.to}`);
    for (const publisher of [before, event.body.to]) await refreshStanding(writer, publisher, event.at);
  },
  'tool.visibility': (writer, event) => change(writer, event, sql`visibility = ${event.body.visibility}`),
  'tool.granted': async (writer, { subject, body: { publisher } }) => {
    const tool = await knownToolId(writer, subject);
    await writer.run(sql`insert into grants (tool, publisher) values (${tool}, ${publisher}) on conflict do nothing`);
  },
  'tool.ungranted': async (writer, { subject, body: { publisher } }) => {
    const tool = await knownToolId(writer, subject);
    await writer.run(sql`delete from grants where tool = ${tool} and publisher = ${publisher}`);
  },
  'version.status': async (writer, { subject, at, body: { version, status, reason, advisory = null } }) => {
    const tool = await knownToolId(writer, subject);
    // A second quarantine keeps the status from before the first.
    const before = advisory === null ? sql`null` : sql`coalesce(status_before, status)`;
    await writer.run(sql`update versions set status = ${status}, reason = ${reason}, advisory = ${advisory},
      status_before = ${before} where tool = ${tool} and version = ${version}`);
    await refreshTool(writer, tool, at);
  },
  'downloads.counted': (writer, { at, body }) => countDownloads(writer, at, body),
};

/** Feedback moves with a tool to its new publisher, where it is counted again. Returns the old publisher. */
export async function takeFromPublisher(writer: Writer, name: string): Promise<string> {
  const { id, owner, ...counts } = await writer.get<{
    readonly id: number;
    readonly owner: string;
    readonly positive: number;
    readonly negative: number;
    readonly incidents: number;
  }>(sql`select id, owner, positive, negative, incidents from tools where name = ${name}`);
  await addToPublisher(writer, owner, { positive: 0, negative: 0, incidents: 0 }, counts);
  await writer.run(sql`update tools set positive = 0, negative = 0, incidents = 0 where id = ${id}`);
  return owner;
}

async function change(writer: Writer, { subject, at }: EventOrigin, columns: Statement): Promise<void> {
  const tool = await knownToolId(writer, subject);
  await writer.run(sql`update tools set ${columns} where id = ${tool}`);
  await refreshTool(writer, tool, at);
}

export async function knownToolId(writer: Writer, name: string): Promise<number> {
  const { id } = await writer.get<{ id: number }>(sql`select id from tools where name = ${name}`);
  return id;
}
