import { isJsonObject, member, readJson } from '@toolmark/core';
import type { Reader, Writer } from '../database/tables.ts';

/** How far the mirror of one registry has come. */
export interface Progress {
  readonly source: string;
  /** Only what changed there after this is asked for; nothing yet for the first pass. */
  readonly since?: string | undefined;
  /** When the pass that is under way began, and where it goes on. */
  readonly startedAt?: string | undefined;
  readonly cursor?: string | undefined;
}

export async function readProgress(db: Reader, source: string): Promise<Progress> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', keyOf(source)).executeTakeFirst();
  const value = row === undefined ? undefined : readJson(new TextEncoder().encode(row.value));
  const text = (key: string) => {
    const found = value !== undefined && isJsonObject(value) ? member(value, key) : undefined;
    return typeof found === 'string' ? found : undefined;
  };
  return { source, since: text('since'), startedAt: text('startedAt'), cursor: text('cursor') };
}

export async function keepProgress(writer: Writer, { source, ...rest }: Progress): Promise<void> {
  const value = JSON.stringify(rest);
  await writer
    .insertInto('settings')
    .values({ key: keyOf(source), value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

function keyOf(source: string): string {
  return `sync ${source}`;
}
