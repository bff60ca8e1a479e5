import { parseServerJson, SERVER_LIMITS, type ServerStatus, ToolmarkError } from '@toolmark/core';
import type { Principal } from '../accounts/principal.ts';
import type { Writer } from '../database/tables.ts';
import { record } from '../events/record.ts';
import type { Registry } from '../registry.ts';
import { demandNamespace } from './namespace.ts';
import { nextMoment } from './next-moment.ts';
import { noServer } from './no-server.ts';
import { listServerVersions } from './read-server.ts';
import { type RemoteClaim, remoteClaim } from './remote-claim.ts';
import { refuseTakenRemotes } from './taken-remotes.ts';

/** A status and what is said of it. */
export interface StatusChange {
  readonly status: ServerStatus;
  readonly message?: string | undefined;
}

export interface StatusReceipt {
  readonly updatedCount: number;
  /** All that were asked about, as they are now. */
  readonly entries: readonly string[];
}

/** Says what has become of one version, or of all at once. */
export async function setServerStatus(
  { database, now }: Registry,
  asking: Principal | undefined,
  name: string,
  version: string | undefined,
  change: StatusChange,
): Promise<StatusReceipt> {
  const { id: actor } = demandNamespace(asking, name);
  refuseMessage(change);
  return await database.write(async writer => {
    const changed = await applyStatus(writer, await nextMoment(writer, now()), actor, name, version, change);
    if (changed.length === 0) throw unchanged();
    return { updatedCount: changed.length, entries: await listServerVersions(writer, name, true, version) };
  });
}

/** Inside a transaction; nothing is recorded when nothing changes. */
export async function applyStatus(
  writer: Writer,
  at: number,
  actor: string,
  name: string,
  version: string | undefined,
  { status, message }: StatusChange,
): Promise<readonly string[]> {
  const all = writer.selectFrom('server_versions').select(['id', 'version', 'status', 'status_message']);
  const named = all.where('name', '=', name).orderBy('version');
  const rows = await (version === undefined ? named : named.where('version', '=', version)).execute();
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
  const rows = await writer
    .selectFrom('server_versions')
    .innerJoin('blobs', 'blobs.digest', 'server_versions.digest')
    .select('blobs.bytes')
    .where('server_versions.id', 'in', versions)
    .execute();
  return rows.flatMap(({ bytes }) => (parseServerJson(new Uint8Array(bytes)).server.remotes ?? []).map(remoteClaim));
}

function unchanged(): ToolmarkError {
  return new ToolmarkError('server.unchanged', 'That is the status already. Nothing was changed.');
}

function refuseMessage({ status, message }: StatusChange): void {
  if (message === undefined) return;
  if (status === 'active') {
    throw new ToolmarkError('request.malformed', 'What is active needs no message. Leave statusMessage out.');
  }
  if (message.length <= SERVER_LIMITS.maxStatusMessage && !message.includes('\0')) return;
  const limit = SERVER_LIMITS.maxStatusMessage;
  throw new ToolmarkError('request.malformed', `A statusMessage has at most ${limit} characters and no zero bytes.`);
}
