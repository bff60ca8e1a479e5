import { nameKey, searchWords, versionKey } from '@toolmark/core';
import type { Writer } from '../database/tables.ts';
import type { EventBodies, RecordedEvent, Visibility } from '../events/event.ts';
import type { Projectors } from '../events/project.ts';
import { addToPublisher } from '../judging/refresh-score.ts';
import { countDownloads } from './count-downloads.ts';
import { refreshTool } from './refresh-tool.ts';

type ToolKind = Extract<keyof Projectors, `tool.${string}` | `version.${string}` | `downloads.${string}`>;

export const TOOL_EVENTS: Pick<Projectors, ToolKind> = {
  'tool.published': async (writer, event) => {
    const tool = (await toolId(writer, event.subject)) ?? (await claimName(writer, event));
    const { version, digest, toolDigest, content, verification, penalty } = event.body;
    await writer
      .insertInto('versions')
      .values({
        ...{
          id: event.seq,
          tool,
          version,
          version_key: versionKey(version),
          digest,
          tool_digest: toolDigest,
          penalty,
          content,
        },
        ...{ status: 'active', reason: null, advisory: null, status_before: null },
        ...{ publisher: event.actor, published_at: event.at, downloads: 0 },
        verification: JSON.stringify(verification),
      })
      .execute();
    await refreshTool(writer, tool, event.at);
  },
  'tool.held': (writer, event) => change(writer, event, { held: 1 }),
  'tool.released': (writer, event) => change(writer, event, { held: 0 }),
  'tool.transferred': async (writer, event) => {
    await takeFromPublisher(writer, event.subject);
    await change(writer, event, { owner: event.body.to });
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

/** A tool has the number of the event that brought it: it is the same after a rebuild. */
async function claimName(writer: Writer, event: RecordedEvent<'tool.published'>): Promise<number> {
  const { seq: id, subject: name, actor: owner, at, body } = event;
  await insertTool(writer, { id, name, owner, visibility: body.visibility, at, server: null });
  return id;
}

export interface ClaimedTool {
  readonly id: number;
  readonly name: string;
  readonly owner: string;
  readonly visibility: Visibility;
  readonly at: number;
  readonly server: number | null;
}

/** A tool of which nothing is shown and nothing was said yet. */
export async function insertTool(writer: Writer, { at, name, ...claimed }: ClaimedTool): Promise<void> {
  await writer
    .insertInto('tools')
    .values({
      ...{ ...claimed, name, name_key: nameKey(name), name_words: searchWords(name).join(' ') },
      ...{ created_at: at, updated_at: at, label_words: '', held: 0, shown_version: null, listed: 0 },
      ...{ risk: 0, read_only: 0, summary: '', downloads: 0 },
      ...{ positive: 0, negative: 0, incidents: 0, consumers: 0, penalty: 0, score: 0, rank: 0 },
    })
    .execute();
}

/** What was said of a tool goes with it to its new publisher: it is counted again there. */
export async function takeFromPublisher(writer: Writer, name: string): Promise<void> {
  const { id, owner, ...counts } = await writer
    .selectFrom('tools')
    .select(['id', 'owner', 'positive', 'negative', 'incidents'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  const nothing = { positive: 0, negative: 0, incidents: 0 };
  await addToPublisher(writer, owner, nothing, counts);
  await writer.updateTable('tools').set(nothing).where('id', '=', id).execute();
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

async function toolId(writer: Writer, name: string): Promise<number | undefined> {
  const row = await writer.selectFrom('tools').select('id').where('name', '=', name).executeTakeFirst();
  return row?.id;
}

export async function knownToolId(writer: Writer, name: string): Promise<number> {
  const { id } = await writer.selectFrom('tools').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  return id;
}
