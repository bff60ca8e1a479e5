import { quoteInert, ToolmarkError } from '@toolmark/core';
import type { Principal } from '../accounts/principal.ts';
import type { Reader } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import { serverOfTool } from '../servers/server-tools.ts';
import { noVersion, visibleTool } from './visible-tool.ts';

export interface PublishedDocument {
  /** Ids of the version and of its tool. */
  readonly id: number;
  readonly tool: number;
  readonly bytes: Uint8Array;
  readonly etag: string;
}

interface Row extends Omit<PublishedDocument, 'etag'> {
  readonly digest: string;
  readonly visibility: string;
  readonly held: number;
  readonly server: number | null;
}

/** The published bytes, with one query for a public tool. */
export async function readDocument(
  db: Reader,
  principal: Principal | undefined,
  name: string,
  version: string,
): Promise<PublishedDocument> {
  const row = await db.find<Row>(
    sql`select v.id, v.tool, v.digest, b.bytes, t.visibility, t.held, t.server
      from tools t join versions v on v.tool = t.id and v.version = ${version} join blobs b on b.digest = v.digest
      where t.name = ${name}`,
  );
  if (row?.visibility !== 'public' || row.held === 1) await visibleTool(db, principal, name);
  if (row === undefined) throw noVersion(name, version);
  if (row.server !== null) throw noDocument(name);
  const { id, tool, bytes, digest } = row;
  return { id, tool, bytes, etag: `"${digest.slice(7, 39)}"` };
}

/** The tool is defined in a server entry, which is not a signed document. */
function noDocument(name: string): ToolmarkError {
  const { server } = serverOfTool(name);
  const message = `${quoteInert(name)} has no document: the entry of the server ${quoteInert(server)} defines it.`;
  return new ToolmarkError('version.not-found', message);
}
