import { isJsonObject, type JsonObject, readJson } from '@toolmark/core';
import type { Reader, Writer } from './tables.ts';

export async function readSetting(db: Reader | Writer, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value;
}

/** The same for a small object. */
export async function readJsonSetting(db: Reader | Writer, key: string): Promise<JsonObject | undefined> {
  const value = readJson(new TextEncoder().encode((await readSetting(db, key)) ?? 'null'));
  return isJsonObject(value) ? value : undefined;
}

export async function keepSetting(writer: Writer, key: string, value: string): Promise<void> {
  await writer
    .insertInto('settings')
    .values({ key, value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
