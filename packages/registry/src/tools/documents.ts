import { quoteInert, ToolmarkError } from '@toolmark/core';
import type { Principal } from '../accounts/principal.ts';
import type { Reader } from '../database/tables.ts';
import { visibleTool } from './visible-tool.ts';

export interface PublishedDocument {
  /** Of the version and of its tool. */
  readonly id: number;
  readonly tool: number;
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/** Published bytes, the busiest of all reads: one query for what everyone may see. */
export class Documents {
  readonly #db: Reader;

  constructor(db: Reader) {
    this.#db = db;
  }

  async read(principal: Principal | undefined, name: string, version: string): Promise<PublishedDocument> {
    const row = await this.#find(name, version);
    if (row === undefined || row.visibility !== 'public' || row.held !== 0) {
      await visibleTool(this.#db, principal, name);
    }
    if (row === undefined) {
      throw new ToolmarkError('version.not-found', `${quoteInert(name)} has no version ${quoteInert(version)}.`);
    }
    return { id: row.id, tool: row.tool, bytes: row.bytes, etag: `"${row.digest.slice(7, 39)}"` };
  }

  async #find(name: string, version: string) {
    return await this.#db
      .selectFrom('tools')
      .innerJoin('versions', 'versions.tool', 'tools.id')
      .innerJoin('blobs', 'blobs.digest', 'versions.digest')
      .select(['versions.id', 'versions.tool', 'versions.digest', 'blobs.bytes', 'tools.visibility', 'tools.held'])
      .where('tools.name', '=', name)
      .where('versions.version', '=', version)
      .executeTakeFirst();
  }
}
