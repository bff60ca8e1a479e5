import type { ServerStatus } from '@toolmark/core';
import { writeServerText } from '../database/full-text.ts';
import { insertRows } from '../database/insert-rows.ts';
import type { Tables, Writer } from '../database/tables.ts';
import type { PublishedTool, RecordedEvent, VersionStatus } from '../events/event.ts';
import type { Projectors } from '../events/project.ts';
import { emptyTool } from '../tools/empty-tool.ts';
import { takeFromPublisher } from '../tools/project-tools.ts';
import { refreshTool } from '../tools/refresh-tool.ts';
import { refreshServer } from './refresh-server.ts';
import { searchedText } from './searched-text.ts';
import { serverToolName } from './server-tools.ts';
import { serverVersionKey } from './server-version-key.ts';

type ServerKind = Extract<keyof Projectors, `server.${string}`>;

export const SERVER_EVENTS: Pick<Projectors, ServerKind> = {
  'server.published': async (writer, event) => {
    const server = (await findServer(writer, event.subject)) ?? (await claimServer(writer, event));
    await addVersion(writer, server.id, event);
    await addTools(writer, server, event);
    await refreshServer(writer, server.id, event.at);
  },
  'server.status': async (writer, { subject, at, body: { version, status, message = null } }) => {
    const { id: server } = await knownServer(writer, subject);
    const all = writer
      .updateTable('server_versions')
      .set({ status, status_message: message, status_changed_at: at, updated_at: at })
      .where('server', '=', server)
      .where(eb =>
        eb.or([eb('status', '!=', status), eb(eb.fn.coalesce('status_message', eb.val('')), '!=', message ?? '')]),
      );
    await (version === undefined ? all : all.where('version', '=', version)).execute();
    await setToolStatus(writer, server, version, { status: TOOL_STATUSES[status], reason: message });
    await refreshServer(writer, server, at);
  },
  'server.transferred': async (writer, { subject, at, body: { to } }) => {
    const { id } = await knownServer(writer, subject);
    await writer.updateTable('servers').set({ owner: to }).where('id', '=', id).execute();
    const tools = await writer
      .selectFrom('tools')
      .select(['id', 'name'])
      .where('server', '=', id)
      .orderBy('id')
      .execute();
    for (const tool of tools) {
      await takeFromPublisher(writer, tool.name);
      await writer.updateTable('tools').set({ owner: to }).where('id', '=', tool.id).execute();
      await refreshTool(writer, tool.id, at);
    }
  },
};

interface ServerRow {
  readonly id: number;
  readonly owner: string;
}

export async function findServer(writer: Writer, name: string): Promise<ServerRow | undefined> {
  return await writer.selectFrom('servers').select(['id', 'owner']).where('name', '=', name).executeTakeFirst();
}

async function knownServer(writer: Writer, name: string): Promise<ServerRow> {
  return await writer.selectFrom('servers').select(['id', 'owner']).where('name', '=', name).executeTakeFirstOrThrow();
}

async function claimServer(
  writer: Writer,
  { seq: id, subject: name, actor: owner, at }: RecordedEvent<'server.published'>,
): Promise<ServerRow> {
  await writer.insertInto('servers').values({ id, name, owner, created_at: at }).execute();
  return { id, owner };
}

async function addVersion(writer: Writer, server: number, event: RecordedEvent<'server.published'>): Promise<void> {
  const { seq: id, subject: name, actor: publisher, at, body } = event;
  const { version, digest, size, description, remotes, tools, publishedAt = at } = body;
  const searched = searchedText(name, description);
  await writer
    .insertInto('server_versions')
    .values({
      ...{ id, server, name, version, version_key: serverVersionKey(version), digest, size, searched, publisher },
      ...{ status: 'active', status_message: null, status_changed_at: publishedAt },
      ...{ published_at: publishedAt, updated_at: at, is_latest: 0 },
      facts: JSON.stringify(tools.map(tool => ({ name: tool.name, digest: tool.digest }))),
    })
    .execute();
  await writeServerText(writer, id, searched);
  const rows = [...new Set(remotes)].map(url => ({ url, version: id, server }));
  if (rows.length > 0) await writer.insertInto('server_remotes').values(rows).execute();
}

/** More than any server has; also how many numbers each event keeps for its tools. */
export const MAX_TOOLS = 4096;
/** Above the number of every event, so that tools of servers and tools with documents never share a number. */
export const FIRST_TOOL = 2 ** 43;

async function addTools(writer: Writer, server: ServerRow, event: RecordedEvent<'server.published'>): Promise<void> {
  const { seq, subject, actor: publisher, at, body } = event;
  const known = await toolsByName(writer, server.id);
  const tools: Tables['tools'][] = [];
  const versions: Tables['versions'][] = [];
  for (const [index, tool] of distinct(body.tools).entries()) {
    const name = serverToolName(subject, tool.name);
    const id = FIRST_TOOL + seq * MAX_TOOLS + index;
    const own = known.get(name) ?? id;
    const claimed = { id, name, owner: server.owner, visibility: 'public', at, server: server.id } as const;
    if (own === id) tools.push(emptyTool(claimed));
    const { digest: tool_digest, content, penalty } = tool;
    versions.push({
      ...{ id, tool: own, version: body.version, version_key: serverVersionKey(body.version) ?? '' },
      ...{ digest: body.digest, tool_digest, content, penalty, downloads: 0 },
      ...{ status: 'active', reason: null, advisory: null, status_before: null },
      ...{ publisher, published_at: at, verification: UNSIGNED },
    });
  }
  await insertRows(writer, 'tools', tools);
  await insertRows(writer, 'versions', versions);
}

/** The namespace is proven, the bytes are not signed. */
const UNSIGNED = JSON.stringify({ outcome: 'unsigned' });

async function toolsByName(writer: Writer, server: number): Promise<ReadonlyMap<string, number>> {
  const rows = await writer.selectFrom('tools').select(['id', 'name']).where('server', '=', server).execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** The first of each name: a package and a remote of one server often define the same tools. */
function distinct(tools: readonly PublishedTool[]): PublishedTool[] {
  const first = new Map<string, PublishedTool>();
  for (const tool of tools) if (!first.has(tool.name)) first.set(tool.name, tool);
  return [...first.values()].slice(0, MAX_TOOLS);
}

const TOOL_STATUSES: Readonly<Record<ServerStatus, VersionStatus>> = {
  active: 'active',
  deprecated: 'deprecated',
  deleted: 'yanked',
};

/** What is under quarantine stays there, whatever its publisher says of the server. */
async function setToolStatus(
  writer: Writer,
  server: number,
  version: string | undefined,
  change: { readonly status: VersionStatus; readonly reason: string | null },
): Promise<void> {
  const all = writer
    .updateTable('versions')
    .set(change)
    .where('tool', 'in', eb => eb.selectFrom('tools').select('id').where('server', '=', server))
    .where('status', '!=', 'quarantined');
  await (version === undefined ? all : all.where('version', '=', version)).execute();
}
