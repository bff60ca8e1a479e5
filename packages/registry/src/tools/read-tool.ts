import type { ToolFacts, VersionFacts } from '@toolmark/client';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import type { Principal } from '../accounts/principal.ts';
import type { Reader } from '../database/connection.ts';
import { literal, sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { advisoriesAgainst } from '../judging/advisories-against.ts';
import { reputationOfTool } from '../judging/refresh-score.ts';
import type { Registry } from '../registry.ts';
import { definitionsIn, serverOfTool } from '../servers/server-tools.ts';
import { noVersion, type ToolRow, visibleTool } from './visible-tool.ts';

type VersionRow = Tables['versions'];

export interface ReadTool {
  readonly id: number;
  /** A signed document, or a definition from a server entry. */
  readonly kind: 'document' | 'definition';
  readonly bytes: Uint8Array;
  readonly registry: ToolFacts;
}

/** One version of a tool; without a version, the one served by default. */
export async function readTool(
  registry: Registry,
  principal: Principal | undefined,
  name: string,
  version?: string,
): Promise<ReadTool> {
  const { reader } = registry.database;
  const tool = await visibleTool(reader, principal, name);
  const row = await versionOf(reader, tool, version);
  const { bytes } = await reader.get<Tables['blobs']>(sql`select bytes from blobs where digest = ${row.digest}`);
  const facts = await factsOf(registry, tool, row);
  if (tool.server === null) return { id: row.id, kind: 'document', bytes, registry: facts };
  return { id: row.id, kind: 'definition', bytes: definitionOf(tool.name, bytes), registry: facts };
}

function definitionOf(name: string, entry: Uint8Array): Uint8Array {
  const definition = definitionsIn(new Uint8Array(entry)).get(serverOfTool(name).tool);
  return new TextEncoder().encode(JSON.stringify(definition));
}

export interface VersionPage {
  readonly versions: readonly VersionFacts[];
  /** Id of the last version on this page; absent on the last page. */
  readonly next?: number | undefined;
}

/** Every version, newest first, one page at a time. */
export async function listVersions(
  { database: { reader } }: Registry,
  principal: Principal | undefined,
  name: string,
  { limit, after }: { readonly limit: number; readonly after?: number | undefined },
): Promise<VersionPage> {
  const { id: tool } = await visibleTool(reader, principal, name);
  const place =
    after === undefined ? sql`` : sql` and (version_key, id) < (${await keyOf(reader, tool, after)}, ${after})`;
  const rows = await reader.all<VersionRow>(
    sql`select * from versions where tool = ${tool}${place} order by version_key desc, id desc limit ${literal(limit)}`,
  );
  return { versions: rows.map(toVersionFacts), next: rows.length === limit ? rows.at(-1)?.id : undefined };
}

async function keyOf(reader: Reader, tool: number, id: number): Promise<string> {
  const row = await reader.find<VersionRow>(sql`select version_key from versions where id = ${id} and tool = ${tool}`);
  if (row !== undefined) return row.version_key;
  throw new ToolmarkError('request.bad-cursor', 'This registry did not issue that cursor. Start without it.');
}

function toVersionFacts(row: VersionRow): VersionFacts {
  const { version, status, reason, digest, tool_digest, publisher, published_at, downloads } = row;
  return {
    ...{ version, status, reason, digest, toolDigest: tool_digest, publisher, downloads },
    publishedAt: new Date(published_at).toISOString(),
  };
}

async function versionOf(db: Reader, tool: ToolRow, version: string | undefined): Promise<VersionRow> {
  if (version !== undefined) {
    const row = await db.find<VersionRow>(sql`select * from versions where tool = ${tool.id} and version = ${version}`);
    if (row === undefined) throw noVersion(tool.name, version);
    return row;
  }
  if (tool.shown_version === null) throw await withdrawn(db, tool);
  return await db.get<VersionRow>(sql`select * from versions where id = ${tool.shown_version}`);
}

/** Names the advisories: they matter most to people who use the tool. */
async function withdrawn(db: Reader, { name }: ToolRow): Promise<ToolmarkError> {
  const advisories = await db.all<Tables['advisories']>(sql`select id, severity, summary from advisories
    where tool = ${name} and withdrawn_at is null order by id desc limit 3`);
  const warnings = advisories.map(({ id, severity, summary }) => ` ${id} (${severity}): ${summary}`);
  const message = `Every version of ${quoteInert(name)} was withdrawn.${warnings.join('')} Request a version by its number to see why.`;
  return new ToolmarkError('tool.withdrawn', message);
}

async function factsOf({ database: { reader }, now }: Registry, tool: ToolRow, row: VersionRow): Promise<ToolFacts> {
  const held = { name: tool.name, toolDigest: row.tool_digest };
  // The row of the tool has the penalty of the version served by default.
  const scored = { ...tool, penalty: row.penalty };
  return {
    ...{ name: tool.name, version: row.version, publisher: tool.owner, visibility: tool.visibility },
    ...{ held: tool.held === 1, status: row.status, reason: row.reason },
    ...{ digest: row.digest, toolDigest: row.tool_digest, downloads: row.downloads },
    reputation: await reputationOfTool(reader, scored, now(), row.status === 'quarantined'),
    registeredAt: new Date(row.published_at).toISOString(),
    verification: JSON.parse(row.verification),
    advisories: (await advisoriesAgainst(reader, [held]))(held),
    ...(tool.server === null ? {} : { server: serverOfTool(tool.name).server }),
  };
}
