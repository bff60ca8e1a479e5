import { rowsInto } from './insert-rows.ts';
import { isSqlite } from './kind.ts';
import { type Statement, sql } from './statement.ts';
import type { Tables, Writer } from './tables.ts';

/**
 * Statements that insert published bytes; what is there already stays. To PostgreSQL they go one behind another as they are:
 * inside JSON they would be twice as long, and read letter by letter.
 */
export function blobsInto(writer: Writer, blobs: readonly Tables['blobs'][]): readonly Statement[] {
  if (blobs.length === 0 || isSqlite(writer)) return rowsInto(writer, 'blobs', blobs, { ignoreKnown: true });
  let end = 0;
  const places = blobs.map(({ digest, bytes }) => {
    end += bytes.length;
    return { digest, first: end - bytes.length + 1, size: bytes.length };
  });
  return [
    sql`insert into blobs (digest, bytes) select digest, substr(${Buffer.concat(blobs.map(({ bytes }) => bytes))}::bytea, first, size)
      from json_to_recordset(${JSON.stringify(places)}::json) as one(digest text, first integer, size integer)
      on conflict do nothing`,
  ];
}
