import { quoteInert, ToolmarkError } from '@toolmark/core';
import { demandPublisher } from '../accounts/accounts.ts';
import { demand, may, type Principal } from '../accounts/principal.ts';
import type { Reader, Writer } from '../database/tables.ts';
import type { VersionStatus, Visibility } from '../events/event.ts';
import { record } from '../events/record.ts';
import { criticalAgainst } from '../judging/standing-against.ts';
import type { Registry } from '../registry.ts';
import { type ToolRow, visibleTool } from './visible-tool.ts';

/**
 * Owners and admins say what becomes of a version; what an admin has quarantined, only an admin lets go, and with it a name
 * that was found to resemble another.
 */
export async function setStatus(
  { database, now }: Registry,
  principal: Principal | undefined,
  name: string,
  change: { readonly version: string; readonly status: VersionStatus; readonly reason: string },
): Promise<void> {
  const { id: actor } = demand(principal, 'publish');
  await database.write(async writer => {
    const tool = await ownTool(writer, principal, name);
    const known = await writer
      .selectFrom('versions')
      .select(['status', 'tool_digest'])
      .where('tool', '=', tool.id)
      .where('version', '=', change.version)
      .executeTakeFirst();
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

/** Gives a name and all its versions to another publisher: an act of admins, because the old owner may be gone. */
export async function transferTool(
  { database, now }: Registry,
  principal: Principal | undefined,
  name: string,
  to: string,
): Promise<void> {
  const { id: actor } = demand(principal, 'admin');
  await database.write(async writer => {
    await visibleTool(writer, principal, name);
    await demandPublisher(writer, to);
    await record(writer, { kind: 'tool.transferred', at: now().getTime(), actor, subject: name, body: { to } });
  });
}

export async function setVisibility(
  { database, now }: Registry,
  principal: Principal | undefined,
  name: string,
  visibility: Visibility,
): Promise<void> {
  const { id: actor } = demand(principal, 'publish');
  await database.write(async writer => {
    await ownTool(writer, principal, name);
    const body = { visibility };
    await record(writer, { kind: 'tool.visibility', at: now().getTime(), actor, subject: name, body });
  });
}

/** Lets another publisher see a private tool, or no more. */
export async function setGrant(
  { database, now }: Registry,
  principal: Principal | undefined,
  name: string,
  publisher: string,
  isGranted: boolean,
): Promise<void> {
  const { id: actor } = demand(principal, 'publish');
  await database.write(async writer => {
    await ownTool(writer, principal, name);
    await demandPublisher(writer, publisher);
    const kind = isGranted ? 'tool.granted' : 'tool.ungranted';
    await record(writer, { kind, at: now().getTime(), actor, subject: name, body: { publisher } });
  });
}

export interface Access {
  readonly owner: string;
  readonly visibility: string;
  /** Publishers who see it while it is private, by id. */
  readonly grants: readonly string[];
}

/** Who sees a tool. For its owner and admins: to others the list would tell who works with whom. */
export async function readAccess(
  { database: { current } }: Registry,
  principal: Principal | undefined,
  name: string,
): Promise<Access> {
  demand(principal, 'publish');
  const { id, owner, visibility } = await ownTool(current, principal, name);
  const rows = await current
    .selectFrom('grants')
    .select('publisher')
    .where('tool', '=', id)
    .orderBy('publisher')
    .execute();
  return { owner, visibility, grants: rows.map(({ publisher }) => publisher) };
}

async function ownTool(writer: Reader | Writer, principal: Principal | undefined, name: string): Promise<ToolRow> {
  const tool = await visibleTool(writer, principal, name);
  if (tool.owner === principal?.id || may(principal, 'admin')) return tool;
  throw new ToolmarkError('tool.not-owner', `${quoteInert(name)} belongs to another publisher.`);
}

/** For as long as a critical incident stands, nobody is shown the version. */
async function refuseRelease(
  writer: Writer,
  principal: Principal | undefined,
  name: string,
  digest: string,
): Promise<void> {
  if (!may(principal, 'admin')) throw onlyAdmins();
  const advisory = await criticalAgainst(writer, name, digest);
  if (advisory === undefined) return;
  throw new ToolmarkError('version.under-advisory', `${advisory.id} stands against this version. Withdraw it first.`);
}

/** Until somebody has looked at the name, a status says nothing about it. */
async function isNameOpen(writer: Writer, tool: number): Promise<boolean> {
  const review = await writer
    .selectFrom('reviews')
    .select('id')
    .where('tool', '=', tool)
    .where('cause', '=', 'name')
    .where('status', '=', 'open')
    .executeTakeFirst();
  return review !== undefined;
}

function noVersion(name: string, version: string): ToolmarkError {
  return new ToolmarkError('version.not-found', `${quoteInert(name)} has no version ${quoteInert(version)}.`);
}

function onlyAdmins(): ToolmarkError {
  return new ToolmarkError('tool.quarantined', 'This version is under quarantine. Only an admin may lift it.');
}
