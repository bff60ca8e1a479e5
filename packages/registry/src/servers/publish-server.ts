import { jcs, quoteInert, readJson, ToolmarkError } from '@toolmark/core';
import type { Principal } from '../accounts/principal.ts';
import { insertRows, type Reader, type Writer } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { record } from '../events/record.ts';
import type { Registry } from '../registry.ts';
import { type InspectedEntry, inspectEntry } from './inspect-entry.ts';
import { requireNamespace } from './namespace.ts';
import { requireOwnHosts } from './namespace-host.ts';
import { findServer } from './project-servers.ts';
import { readServer } from './read-server.ts';
import { refuseTakenRemotes } from './taken-remotes.ts';

export interface ServerReceipt {
  readonly outcome: 'new' | 'same';
  /** The entry as it is served now. */
  readonly entry: string;
}

/** Owns mirrored entries until the owner of the namespace publishes. */
export const MIRROR = 'mirror';

const MAX_VERSIONS = 10_000;

/** Publishes an entry of the MCP Registry unchanged. Throws `server.*`, `publish.*` and `auth.*`. */
export async function publishServer(
  { database, now }: Registry,
  caller: Principal | undefined,
  bytes: Uint8Array,
): Promise<ServerReceipt> {
  const inspected = inspectEntry(bytes, now());
  const principal = requireNamespace(caller, inspected.name);
  requireOwnHosts(principal, inspected);
  return await database.write(async writer => {
    const outcome = await admitOwnEntry(writer, await nextMoment(writer, now()), principal.id, inspected);
    return { outcome, entry: await readServer(writer, inspected.name, inspected.version, true) };
  });
}

/** Admits an entry of an authorized publisher, which takes over a mirrored name. */
export async function admitOwnEntry(
  writer: Writer,
  at: number,
  actor: string,
  inspected: InspectedEntry,
): Promise<'new' | 'same'> {
  const server = await findServer(writer, inspected.name);
  const outcome = await admitEntry(writer, at, actor, inspected);
  if (server?.owner === MIRROR && actor !== MIRROR && outcome === 'new') {
    const event = { at, actor, subject: inspected.name, body: { to: actor } };
    await record(writer, { kind: 'server.transferred', ...event });
  }
  return outcome;
}

/** Applies the name and version rules and records the entry. A refusal changes nothing. */
export async function admitEntry(
  writer: Writer,
  at: number,
  actor: string,
  inspected: InspectedEntry,
  publishedAt?: number,
): Promise<'new' | 'same'> {
  const { name, version, digest, bytes, description, remotes, tools } = inspected;
  if (await isKnown(writer, inspected)) return 'same';
  await refuseTooManyVersions(writer, name);
  await refuseTakenRemotes(writer, name, remotes);
  await insertRows(writer, 'blobs', [{ digest, bytes }], { ignoreKnown: true });
  const body = {
    ...{ version, digest, description, size: bytes.length, tools },
    remotes: remotes.flatMap(({ exact, place }) => [exact, place]),
    ...(publishedAt === undefined ? {} : { publishedAt }),
  };
  await record(writer, { kind: 'server.published', at, actor, subject: name, body });
  return 'new';
}

/** Whether the same entry is published, in any order of members. Throws `server.version-taken` for another content. */
export async function isKnown(db: Reader, { name, version, digest, bytes }: InspectedEntry): Promise<boolean> {
  const known = await db.find<Tables['blobs']>(sql`select b.digest, b.bytes
    from server_versions v join blobs b on b.digest = v.digest where v.name = ${name} and v.version = ${version}`);
  if (known === undefined) return false;
  if (known.digest === digest || canonical(new Uint8Array(known.bytes)) === canonical(bytes)) return true;
  const message = `${quoteInert(name)} ${quoteInert(version)} is already published with other content. Versions never change: raise the version.`;
  throw new ToolmarkError('server.version-taken', message);
}

function canonical(bytes: Uint8Array): string {
  return jcs(readJson(bytes));
}

async function refuseTooManyVersions(db: Reader, name: string): Promise<void> {
  const { count } = await db.get<{ count: number }>(
    sql`select count(*) as count from server_versions where name = ${name}`,
  );
  if (count < MAX_VERSIONS) return;
  throw new ToolmarkError('server.too-many-versions', `A server has at most ${MAX_VERSIONS} versions.`);
}

/**
 * The time of a change to entries: always later than the last one. A client that requests changes since the last one it saw
 * misses none, however close they are and whatever the clock does.
 */
export async function nextMoment(db: Reader, now: Date): Promise<number> {
  const { newest } = await db.get<{ newest: number | null }>(
    sql`select max(updated_at) as newest from server_versions`,
  );
  return Math.max(now.getTime(), (newest ?? 0) + 1);
}
