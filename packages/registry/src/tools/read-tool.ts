import { quoteInert, type Reputation, type ToolAdvisory, ToolmarkError } from '@toolmark/core';
import type { ExpressionBuilder, Selectable } from 'kysely';
import type { Principal } from '../accounts/principal.ts';
import type { Reader, Tables } from '../database/tables.ts';
import { advisoriesAgainst } from '../judging/advisories-against.ts';
import { reputationOfTool } from '../judging/refresh-score.ts';
import type { Registry } from '../registry.ts';
import { definitionsIn, serverOfTool } from '../servers/server-tools.ts';
import { type ToolRow, visibleTool } from './visible-tool.ts';

type VersionRow = Selectable<Tables['versions']>;

/** What the registry knows beside the document itself. */
export interface RegistryFacts {
  readonly name: string;
  readonly version: string;
  readonly publisher: string;
  readonly visibility: string;
  readonly held: boolean;
  readonly status: string;
  readonly reason: string | null;
  readonly digest: string;
  readonly toolDigest: string;
  readonly reputation: Reputation;
  readonly downloads: number;
  readonly registeredAt: string;
  readonly verification: unknown;
  /** Those that stand against the definition of this version. */
  readonly advisories: readonly ToolAdvisory[];
  /** The server whose entry defines it. */
  readonly server?: string;
}

export interface ReadTool {
  readonly id: number;
  /** A signed document, or a definition out of the entry of a server. */
  readonly kind: 'document' | 'definition';
  readonly bytes: Uint8Array;
  readonly registry: RegistryFacts;
}

/** One version of a tool, or the one that is shown when none is named. */
export async function readTool(
  registry: Registry,
  principal: Principal | undefined,
  name: string,
  version?: string,
): Promise<ReadTool> {
  const { reader } = registry.database;
  const tool = await visibleTool(reader, principal, name);
  const row = await versionOf(reader, tool, version);
  const { bytes } = await reader
    .selectFrom('blobs')
    .select('bytes')
    .where('digest', '=', row.digest)
    .executeTakeFirstOrThrow();
  const facts = await factsOf(registry, tool, row);
  if (tool.server === null) return { id: row.id, kind: 'document', bytes, registry: facts };
  return { id: row.id, kind: 'definition', bytes: definitionOf(tool.name, bytes), registry: facts };
}

function definitionOf(name: string, entry: Uint8Array): Uint8Array {
  const definition = definitionsIn(new Uint8Array(entry)).get(serverOfTool(name).tool);
  return new TextEncoder().encode(JSON.stringify(definition));
}

export interface VersionFacts {
  readonly version: string;
  readonly status: string;
  readonly reason: string | null;
  readonly digest: string;
  readonly toolDigest: string;
  readonly publisher: string;
  readonly publishedAt: string;
  readonly downloads: number;
}

export interface VersionPage {
  readonly versions: readonly VersionFacts[];
  /** After which version the next page begins; absent on the last. */
  readonly next?: number | undefined;
}

/** Every version there ever was, the newest first, page by page: nobody is sent thousands at once. */
export async function listVersions(
  { database: { reader } }: Registry,
  principal: Principal | undefined,
  name: string,
  { limit, after }: { readonly limit: number; readonly after?: number | undefined },
): Promise<VersionPage> {
  const { id: tool } = await visibleTool(reader, principal, name);
  let query = reader.selectFrom('versions').selectAll().where('tool', '=', tool);
  if (after !== undefined) query = query.where(isBehind(await keyOf(reader, tool, after), after));
  const rows = await query.orderBy('version_key', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return { versions: rows.map(toVersionFacts), next: rows.length === limit ? rows.at(-1)?.id : undefined };
}

async function keyOf(reader: Reader, tool: number, id: number): Promise<string> {
  const row = await reader
    .selectFrom('versions')
    .select('version_key')
    .where('id', '=', id)
    .where('tool', '=', tool)
    .executeTakeFirst();
  if (row !== undefined) return row.version_key;
  throw new ToolmarkError('request.bad-cursor', 'This cursor is not one that the registry gave. Start without it.');
}

function isBehind(key: string, id: number) {
  return (eb: ExpressionBuilder<Tables, 'versions'>) =>
    eb.or([eb('version_key', '<', key), eb.and([eb('version_key', '=', key), eb('id', '<', id)])]);
}

function toVersionFacts(row: VersionRow): VersionFacts {
  const { version, status, reason, digest, tool_digest, publisher, published_at, downloads } = row;
  return {
    ...{ version, status, reason, digest, toolDigest: tool_digest, publisher, downloads },
    publishedAt: new Date(published_at).toISOString(),
  };
}

async function versionOf(db: Reader, tool: ToolRow, version: string | undefined): Promise<VersionRow> {
  const versions = db.selectFrom('versions').selectAll();
  if (version !== undefined) {
    const row = await versions.where('tool', '=', tool.id).where('version', '=', version).executeTakeFirst();
    if (row !== undefined) return row;
    throw new ToolmarkError('version.not-found', `${quoteInert(tool.name)} has no version ${quoteInert(version)}.`);
  }
  if (tool.shown_version !== null) {
    return await versions.where('id', '=', tool.shown_version).executeTakeFirstOrThrow();
  }
  throw await withdrawn(db, tool);
}

/** Advisories are named: they are the reason that matters most to people who use the tool. */
async function withdrawn(db: Reader, { name }: ToolRow): Promise<ToolmarkError> {
  const advisories = db.selectFrom('advisories').select(['id', 'severity', 'summary']).where('tool', '=', name);
  const standing = await advisories.where('withdrawn_at', 'is', null).orderBy('id', 'desc').limit(3).execute();
  const warnings = standing.map(({ id, severity, summary }) => ` ${id} (${severity}): ${summary}`);
  const message = `Every version of ${quoteInert(name)} was withdrawn.${warnings.join('')} Ask for a version by its number to see why.`;
  return new ToolmarkError('tool.withdrawn', message);
}

async function factsOf({ database, now }: Registry, tool: ToolRow, row: VersionRow): Promise<RegistryFacts> {
  const held = { name: tool.name, toolDigest: row.tool_digest };
  return {
    ...{ name: tool.name, version: row.version, publisher: tool.owner, visibility: tool.visibility },
    ...{ held: tool.held === 1, status: row.status, reason: row.reason },
    ...{ digest: row.digest, toolDigest: row.tool_digest, downloads: row.downloads },
    // The row of the tool holds what the scanner said of the version that is shown.
    reputation: await reputationOfTool(
      database.reader,
      { ...tool, penalty: row.penalty },
      now(),
      row.status === 'quarantined',
    ),
    registeredAt: new Date(row.published_at).toISOString(),
    verification: JSON.parse(row.verification),
    advisories: (await advisoriesAgainst(database.reader, [held]))(held),
    ...(tool.server === null ? {} : { server: serverOfTool(tool.name).server }),
  };
}
