import { ToolmarkError } from '@toolmark/core';
import type { ServerStatus } from '@toolmark/core/formats';
import { versionKey } from '@toolmark/core/registry';
import { insertRows, type Reader, type Writer } from '../database/connection.ts';
import { writeServerText } from '../database/full-text.ts';
import { sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import type { PublishedTool, RecordedEvent, VersionStatus } from '../events/event.ts';
import type { Projectors } from '../events/projectors.ts';
import { takeFromPublisher } from '../tools/project-tools.ts';
import { emptyTool } from '../tools/publish-tools.ts';
import { refreshTool } from '../tools/refresh-tool.ts';
import { refreshServer } from './refresh-server.ts';
import { searchedText } from './searched-text.ts';
import { serverToolName } from './server-tools.ts';

type ServerKind = Extract<keyof Projectors, `server.${string}`>;

export const SERVER_EVENTS: Pick<Projectors, ServerKind> = {
  'server.published': async (writer, event) => {
    const server = (await findServer(writer, event.subject)) ?? (await claimServer(writer, event));
    await addVersion(writer, server.id, event);
    await addTools(writer, server, event);
    await refreshServer(writer, server.id, event.at);
  },
  'server.status': async (writer, { subject, at, body: { version, status, message = null } }) => {
    const { id: server } = await writer.get<ServerRow>(sql`select id from servers where name = ${subject}`);
    const which = version === undefined ? sql`` : sql` and version = ${version}`;
    await writer.run(sql`update server_versions set status = ${status}, status_message = ${message},
      status_changed_at = ${at}, updated_at = ${at} where server = ${server}${which}
        and (status != ${status} or coalesce(status_message, '') != ${message ?? ''})`);
    // The status of a server does not lift a quarantine.
    await writer.run(sql`update versions set status = ${TOOL_STATUSES[status]}, reason = ${message}
      where tool in (select id from tools where server = ${server}) and status != 'quarantined'${which}`);
    await refreshServer(writer, server, at);
  },
  'server.transferred': async (writer, { subject, at, body: { to } }) => {
    const { id } = await writer.get<ServerRow>(sql`select id from servers where name = ${subject}`);
    await writer.run(sql`update servers set owner = ${to} where id = ${id}`);
    for (const tool of await toolsOf(writer, id)) {
      await takeFromPublisher(writer, tool.name);
      await writer.run(sql`update tools set owner = ${to} where id = ${tool.id}`);
      await refreshTool(writer, tool.id, at);
    }
  },
};

interface ServerRow {
  readonly id: number;
  readonly owner: string;
}

export async function findServer(db: Reader, name: string): Promise<ServerRow | undefined> {
  return await db.find<ServerRow>(sql`select id, owner from servers where name = ${name}`);
}

async function claimServer(
  writer: Writer,
  { seq: id, subject: name, actor: owner, at }: RecordedEvent<'server.published'>,
): Promise<ServerRow> {
  await insertRows(writer, 'servers', [{ id, name, owner, created_at: at }]);
  return { id, owner };
}

async function addVersion(writer: Writer, server: number, event: RecordedEvent<'server.published'>): Promise<void> {
  const { seq: id, subject: name, actor: publisher, at, body } = event;
  const { version, digest, size, description, remotes, tools, publishedAt = at } = body;
  const searched = searchedText(name, description);
  const row = {
    ...{ id, server, name, version, version_key: serverVersionKey(version), digest, size, searched, publisher },
    ...{ status: 'active', status_message: null, status_changed_at: publishedAt },
    ...{ published_at: publishedAt, updated_at: at, is_latest: 0 },
    facts: JSON.stringify(tools.map(tool => ({ name: tool.name, digest: tool.digest }))),
  };
  await insertRows(writer, 'server_versions', [row]);
  await writeServerText(writer, id, searched);
  const rows = [...new Set(remotes)].map(url => ({ url, version: id, server }));
  await insertRows(writer, 'server_remotes', rows);
}

/** More than any server has. Each event reserves as many tool ids. */
export const MAX_TOOLS = 4096;
/** Above every event number, so that tools of servers and tools with documents never share an id. */
const FIRST_TOOL = 2 ** 43;

async function addTools(writer: Writer, server: ServerRow, event: RecordedEvent<'server.published'>): Promise<void> {
  const { seq, subject, actor: publisher, at, body } = event;
  const known = new Map((await toolsOf(writer, server.id)).map(({ id, name }) => [name, id]));
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

/** The namespace is verified, but the bytes are not signed. */
const UNSIGNED = JSON.stringify({ outcome: 'unsigned' });

async function toolsOf(writer: Writer, server: number) {
  return await writer.all<{ id: number; name: string }>(
    sql`select id, name from tools where server = ${server} order by id`,
  );
}

/** Text that sorts like the version; null for a version that is not SemVer. */
function serverVersionKey(version: string): string | null {
  try {
    return versionKey(version);
  } catch (error) {
    if (error instanceof ToolmarkError) return null;
    throw error;
  }
}

/** The first of each name: packages and remotes often define the same tools. */
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
