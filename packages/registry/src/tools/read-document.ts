import { quoteInert, ToolmarkError } from '@toolmark/core';
import type { Principal } from '../accounts/principal.ts';
import { select, sql } from '../database/statement.ts';
import type { Reader } from '../database/tables.ts';
import { serverOfTool } from '../servers/server-tools.ts';
import { visibleTool } from './visible-tool.ts';

export interface PublishedDocument {
  /** Of the version and of its tool. */
  readonly id: number;
  readonly tool: number;
  readonly bytes: Uint8Array;
  readonly etag: string;
  /** Whether everyone may see it. */
  readonly isPublic: boolean;
  /** The last event when it was read. */
  readonly seq: number;
}

interface Row {
  readonly id: number;
  readonly tool: number;
  readonly digest: string;
  readonly bytes: Uint8Array;
  readonly visibility: string;
  readonly held: number;
  readonly server: number | null;
  readonly seq: number;
}

/** Published bytes: one query for what everyone may see. */
export async function readDocument(
  db: Reader,
  principal: Principal | undefined,
  name: string,
  version: string,
): Promise<PublishedDocument> {
  const [row] = await select<Row>(
    db,
    sql`select v.id as id, v.tool as tool, v.digest as digest, b.bytes as bytes, t.visibility as visibility,
        t.held as held, t.server as server, (select max(seq) from events) as seq
      from tools t join versions v on v.tool = t.id and v.version = ${version} join blobs b on b.digest = v.digest
      where t.name = ${name}`,
  );
  const isPublic = row?.visibility === 'public' && row.held === 0;
  if (!isPublic) await visibleTool(db, principal, name);
  if (row === undefined) {
    throw new ToolmarkError('version.not-found', `${quoteInert(name)} has no version ${quoteInert(version)}.`);
  }
  if (row.server !== null) throw noDocument(name);
  const { id, tool, bytes, digest, seq } = row;
  return { id, tool, bytes, etag: `"${digest.slice(7, 39)}"`, isPublic, seq };
}

/** Bytes that are called a document here are signed; those of an entry are not. */
function noDocument(name: string): ToolmarkError {
  const { server } = serverOfTool(name);
  const message = `${quoteInert(name)} has no document of its own: the entry of the server ${quoteInert(server)} defines it.`;
  return new ToolmarkError('version.not-found', message);
}
