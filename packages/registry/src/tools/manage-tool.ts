import { quoteInert, ToolmarkError } from '@toolmark/core';
import { requirePublisher } from '../accounts/accounts.ts';
import { may, type Principal, requirePermission } from '../accounts/principal.ts';
import type { Reader, Writer } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import type { NewEvent, VersionStatus, Visibility } from '../events/event.ts';
import { record } from '../events/record.ts';
import { criticalAgainst } from '../judging/advisories-against.ts';
import type { Registry } from '../registry.ts';
import { noVersion, type ToolRow, visibleTool } from './visible-tool.ts';

/**
 * Sets the status of a version. Owners and admins may do so; only an admin may lift a quarantine, which also releases a held
 * name.
 */
export async function setStatus(
  { database, now }: Registry,
  principal: Principal | undefined,
  name: string,
  change: { readonly version: string; readonly status: VersionStatus; readonly reason: string },
): Promise<void> {
  const { id: actor } = requirePermission(principal, 'publish');
  await database.write(async writer => {
    const tool = await ownTool(writer, principal, name);
    const known = await writer.find<Pick<Tables['versions'], 'status' | 'tool_digest'>>(
      sql`select status, tool_digest from versions where tool = ${tool.id} and version = ${change.version}`,
    );
    if (known === undefined) throw noVersion(name, change.version);
    if (known.status === 'quarantined') await refuseRelease(writer, principal, name, known.tool_digest);
    const event = { at: now().getTime(), actor, subject: name };
    await record(writer, { kind: 'version.status', ...event, body: change });
    const isLifted = known.status === 'quarantined' && change.status !== 'quarantined';
    if (isLifted && tool.held === 1 && !(await isNameOpen(writer, tool.id))) {
      await record(writer, { kind: 'tool.released', ...event, body: {} });
    }
  });
}

/** Transfers a name and all its versions to another publisher. For admins: the old owner may be gone. */
export async function transferTool(
  { database, now }: Registry,
  principal: Principal | undefined,
  name: string,
  to: string,
): Promise<void> {
  const { id: actor } = requirePermission(principal, 'admin');
  await database.write(async writer => {
    await visibleTool(writer, principal, name);
    await requirePublisher(writer, to);
    await record(writer, { kind: 'tool.transferred', at: now().getTime(), actor, subject: name, body: { to } });
  });
}

export async function setVisibility(
  registry: Registry,
  principal: Principal | undefined,
  name: string,
  visibility: Visibility,
): Promise<void> {
  await changeOwnTool(registry, principal, name, async () => ({ kind: 'tool.visibility', body: { visibility } }));
}

/** Lets another publisher see a private tool, or stops it from seeing it. */
export async function setGrant(
  registry: Registry,
  principal: Principal | undefined,
  name: string,
  publisher: string,
  isGranted: boolean,
): Promise<void> {
  await changeOwnTool(registry, principal, name, async writer => {
    await requirePublisher(writer, publisher);
    return { kind: isGranted ? 'tool.granted' : 'tool.ungranted', body: { publisher } };
  });
}

async function changeOwnTool(
  { database, now }: Registry,
  principal: Principal | undefined,
  name: string,
  eventOf: (writer: Writer) => Promise<Pick<NewEvent, 'kind' | 'body'>>,
): Promise<void> {
  const { id: actor } = requirePermission(principal, 'publish');
  await database.write(async writer => {
    await ownTool(writer, principal, name);
    await record(writer, { at: now().getTime(), actor, subject: name, ...(await eventOf(writer)) });
  });
}

export interface ToolAccess {
  readonly owner: string;
  readonly visibility: string;
  /** Publishers that see it while it is private. */
  readonly grants: readonly string[];
}

/** Who sees a tool. For its owner and admins: the list reveals who works with whom. */
export async function readAccess(
  { database: { current } }: Registry,
  principal: Principal | undefined,
  name: string,
): Promise<ToolAccess> {
  requirePermission(principal, 'publish');
  const { id, owner, visibility } = await ownTool(current, principal, name);
  const rows = await current.all<Tables['grants']>(
    sql`select publisher from grants where tool = ${id} order by publisher`,
  );
  return { owner, visibility, grants: rows.map(({ publisher }) => publisher) };
}

async function ownTool(db: Reader, principal: Principal | undefined, name: string): Promise<ToolRow> {
  const tool = await visibleTool(db, principal, name);
  if (tool.owner === principal?.id || may(principal, 'admin')) return tool;
  throw new ToolmarkError('tool.not-owner', `${quoteInert(name)} belongs to another publisher.`);
}

/** A version stays quarantined while a critical advisory applies to it. */
async function refuseRelease(
  writer: Writer,
  principal: Principal | undefined,
  name: string,
  digest: string,
): Promise<void> {
  if (!may(principal, 'admin')) throw onlyAdmins();
  const advisory = await criticalAgainst(writer, name, digest);
  if (advisory === undefined) return;
  throw new ToolmarkError('version.under-advisory', `${advisory.id} applies to this version. Withdraw it first.`);
}

/** An open name review decides about the name; a status change does not. */
async function isNameOpen(writer: Writer, tool: number): Promise<boolean> {
  const review = await writer.find(
    sql`select id from reviews where tool = ${tool} and cause = 'name' and status = 'open'`,
  );
  return review !== undefined;
}

function onlyAdmins(): ToolmarkError {
  return new ToolmarkError('tool.quarantined', 'This version is quarantined. Only an admin can lift that.');
}
