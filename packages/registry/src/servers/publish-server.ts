import { jcs, quoteInert, readJson, ToolmarkError } from '@toolmark/core';
import type { Principal } from '../accounts/principal.ts';
import type { Writer } from '../database/tables.ts';
import { record } from '../events/record.ts';
import type { Registry } from '../registry.ts';
import { type InspectedEntry, inspectEntry } from './inspect-entry.ts';
import { demandNamespace } from './namespace.ts';
import { demandOwnHosts } from './namespace-host.ts';
import { nextMoment } from './next-moment.ts';
import { findServer } from './project-servers.ts';
import { readServer } from './read-server.ts';
import { refuseTakenRemotes } from './taken-remotes.ts';

export interface ServerReceipt {
  readonly outcome: 'new' | 'same';
  /** The entry as it is shown from now on. */
  readonly entry: string;
}

/** Whose names are taken over by whoever proves that the namespace is theirs. */
export const MIRROR = 'mirror';

const MAX_VERSIONS = 10_000;

/** Publishes an entry of the MCP Registry exactly as it is. Throws `server.*`, `publish.*` and `auth.*`. */
export async function publishServer(
  { database, now }: Registry,
  asking: Principal | undefined,
  bytes: Uint8Array,
): Promise<ServerReceipt> {
  const inspected = inspectEntry(bytes, now());
  const principal = demandNamespace(asking, inspected.name);
  demandOwnHosts(principal, inspected);
  return await database.write(async writer => {
    const outcome = await admitOwnEntry(writer, await nextMoment(writer, now()), principal.id, inspected);
    return { outcome, entry: await readServer(writer, inspected.name, inspected.version, true) };
  });
}

/** The same for whoever may speak for the name, inside one transaction: what was a mirror's is theirs from now on. */
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

/** The rules of names and versions, and the record, inside one transaction. What is refused has changed nothing. */
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
  await writer
    .insertInto('blobs')
    .values({ digest, bytes })
    .onConflict(conflict => conflict.doNothing())
    .execute();
  const body = {
    ...{ version, digest, description, size: bytes.length, tools },
    remotes: remotes.flatMap(({ exact, place }) => [exact, place]),
    ...(publishedAt === undefined ? {} : { publishedAt }),
  };
  await record(writer, { kind: 'server.published', at, actor, subject: name, body });
  return 'new';
}

/** A version never changes. The same entry again, whatever the order of its members, is no change. */
export async function isKnown(writer: Writer, { name, version, digest, bytes }: InspectedEntry): Promise<boolean> {
  const known = await writer
    .selectFrom('server_versions')
    .innerJoin('blobs', 'blobs.digest', 'server_versions.digest')
    .select(['server_versions.digest', 'blobs.bytes'])
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst();
  if (known === undefined) return false;
  if (known.digest === digest || canonical(new Uint8Array(known.bytes)) === canonical(bytes)) return true;
  const message = `${quoteInert(name)} ${quoteInert(version)} is published with another content. Versions never change: raise the version.`;
  throw new ToolmarkError('server.version-taken', message);
}

function canonical(bytes: Uint8Array): string {
  return jcs(readJson(bytes));
}

async function refuseTooManyVersions(writer: Writer, name: string): Promise<void> {
  const { count } = await writer
    .selectFrom('server_versions')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  if (count < MAX_VERSIONS) return;
  throw new ToolmarkError('server.too-many-versions', `A server has at most ${MAX_VERSIONS} versions.`);
}
