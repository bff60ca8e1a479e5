import { ToolmarkError } from '@toolmark/core';
import { parseServerJson, SERVER_LIMITS, type ServerStatus } from '@toolmark/core/formats';
import type { Principal } from '../accounts/principal.ts';
import type { Writer } from '../database/connection.ts';
import { list, sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { record } from '../events/record.ts';
import type { Registry } from '../registry.ts';
import { requireNamespace } from './namespace.ts';
import { nextMoment } from './publish-server.ts';
import { listServerVersions, noServer } from './read-server.ts';
import { type RemoteClaim, remoteClaim } from './remote-claim.ts';
import { refuseTakenRemotes } from './taken-remotes.ts';

/** A status and its message. */
export interface StatusChange {
  readonly status: ServerStatus;
  readonly message?: string | undefined;
}

export interface StatusReceipt {
  readonly updatedCount: number;
  /** All requested entries after the change. */
  readonly entries: readonly string[];
}

/** Sets the status of one version, or of all. */
export async function setServerStatus(
  { database, now }: Registry,
  caller: Principal | undefined,
  name: string,
  version: string | undefined,
  change: StatusChange,
): Promise<StatusReceipt> {
  const { id: actor } = requireNamespace(caller, name);
  refuseMessage(change);
  return await database.write(async writer => {
    const changed = await applyStatus(writer, await nextMoment(writer, now()), actor, name, version, change);
    if (changed.length === 0) throw unchanged();
    return { updatedCount: changed.length, entries: await listServerVersions(writer, name, true, version) };
  });
}

/** Returns the changed versions. Records nothing when nothing changes. */
export async function applyStatus(
  writer: Writer,
  at: number,
  actor: string,
  name: string,
  version: string | undefined,
  { status, message }: StatusChange,
): Promise<readonly string[]> {
  const which = version === undefined ? sql`` : sql` and version = ${version}`;
  const rows = await writer.all<Pick<Tables['server_versions'], 'id' | 'version' | 'status' | 'status_message'>>(
    sql`select id, version, status, status_message from server_versions where name = ${name}${which} order by version`,
  );
  if (rows.length === 0) throw noServer(name, version);
  const changed = rows.filter(row => row.status !== status || (row.status_message ?? '') !== (message ?? ''));
  if (changed.length === 0) return [];
  const restored = changed.filter(row => row.status === 'deleted' && status !== 'deleted').map(({ id }) => id);
  await refuseTakenRemotes(writer, name, await claimsOf(writer, restored));
  const body = {
    ...(version === undefined ? {} : { version }),
    ...{ status, ...(message === undefined ? {} : { message }) },
  };
  await record(writer, { kind: 'server.status', at, actor, subject: name, body });
  return changed.map(row => row.version);
}

async function claimsOf(writer: Writer, versions: readonly number[]): Promise<readonly RemoteClaim[]> {
  if (versions.length === 0) return [];
  const rows = await writer.all<Tables['blobs']>(
    sql`select b.bytes from server_versions v join blobs b on b.digest = v.digest where v.id in (${list(versions)})`,
  );
  return rows.flatMap(({ bytes }) => (parseServerJson(new Uint8Array(bytes)).server.remotes ?? []).map(remoteClaim));
}

function unchanged(): ToolmarkError {
  return new ToolmarkError('server.unchanged', 'The server already has this status. Nothing was changed.');
}

function refuseMessage({ status, message }: StatusChange): void {
  if (message === undefined) return;
  if (status === 'active') {
    throw new ToolmarkError('request.malformed', 'An active version has no message. Leave statusMessage out.');
  }
  if (message.length <= SERVER_LIMITS.maxStatusMessage && !message.includes('\0')) return;
  const limit = SERVER_LIMITS.maxStatusMessage;
  throw new ToolmarkError('request.malformed', `A statusMessage has at most ${limit} characters and no NUL.`);
}
