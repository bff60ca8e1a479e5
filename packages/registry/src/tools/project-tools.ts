import type { Writer } from '../database/tables.ts';
import type { EventBodies, RecordedEvent } from '../events/event.ts';
import type { Projectors } from '../events/project.ts';
import { addToPublisher } from '../judging/refresh-score.ts';
import { refreshStanding } from '../judging/refresh-standing.ts';
import { countDownloads } from './count-downloads.ts';
import { publishTools } from './publish-tools.ts';
import { refreshTool } from './refresh-tool.ts';

type ToolKind = Extract<keyof Projectors, `tool.${string}` | `version.${string}` | `downloads.${string}`>;

export const TOOL_EVENTS: Pick<Projectors, ToolKind> = {
  'tool.published': (writer, event) => publishTools(writer, [event]),
  'tool.held': (writer, event) => change(writer, event, { held: 1 }),
  'tool.released': (writer, event) => change(writer, event, { held: 0 }),
  'tool.transferred': async (writer, event) => {
    const before = await takeFromPublisher(writer, event.subject);
    await change(writer, event, { owner: event.body.to });
    for (const publisher of [before, event.body.to]) await refreshStanding(writer, publisher, event.at);
  },
  'tool.visibility': (writer, event) => change(writer, event, { visibility: event.body.visibility }),
  'tool.granted': async (writer, { subject, body: { publisher } }) => {
    const tool = await knownToolId(writer, subject);
    await writer
      .insertInto('grants')
      .values({ tool, publisher })
      .onConflict(conflict => conflict.doNothing())
      .execute();
  },
  'tool.ungranted': async (writer, { subject, body: { publisher } }) => {
    const tool = await knownToolId(writer, subject);
    await writer.deleteFrom('grants').where('tool', '=', tool).where('publisher', '=', publisher).execute();
  },
  'version.status': async (writer, { subject, at, body: { version, status, reason, advisory = null } }) => {
    const tool = await knownToolId(writer, subject);
    await writer
      .updateTable('versions')
      .set(eb => ({
        ...{ status, reason, advisory },
        // One quarantine may take the place of another: what was before the first is kept.
        status_before: advisory === null ? null : eb.fn.coalesce('status_before', 'status'),
      }))
      .where('tool', '=', tool)
      .where('version', '=', version)
      .execute();
    await refreshTool(writer, tool, at);
  },
  'downloads.counted': (writer, { at, body }) => countDownloads(writer, at, body),
};

/** What was said of a tool goes with it to its new publisher: it is counted again there. Returns the old publisher. */
export async function takeFromPublisher(writer: Writer, name: string): Promise<string> {
  const { id, owner, ...counts } = await writer
    .selectFrom('tools')
    .select(['id', 'owner', 'positive', 'negative', 'incidents'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  const nothing = { positive: 0, negative: 0, incidents: 0 };
  await addToPublisher(writer, owner, nothing, counts);
  await writer.updateTable('tools').set(nothing).where('id', '=', id).execute();
  return owner;
}

async function change(
  writer: Writer,
  { subject, at }: RecordedEvent<keyof EventBodies & `tool.${string}`>,
  columns: { readonly held?: number; readonly owner?: string; readonly visibility?: string },
): Promise<void> {
  const tool = await knownToolId(writer, subject);
  await writer.updateTable('tools').set(columns).where('id', '=', tool).execute();
  await refreshTool(writer, tool, at);
}

export async function knownToolId(writer: Writer, name: string): Promise<number> {
  const { id } = await writer.selectFrom('tools').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  return id;
}
