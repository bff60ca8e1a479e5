import { isJsonObject, type JsonObject, readJson } from '@toolmark/core';
import type { Reader, Writer } from './connection.ts';
import { sql } from './statement.ts';

export async function readSetting(db: Reader, key: string): Promise<string | undefined> {
  const row = await db.find<{ value: string }>(sql`select value from settings where key = ${key}`);
  return row?.value;
}

export async function readJsonSetting(db: Reader, key: string): Promise<JsonObject | undefined> {
  const value = readJson(new TextEncoder().encode((await readSetting(db, key)) ?? 'null'));
  return isJsonObject(value) ? value : undefined;
}

export async function keepSetting(writer: Writer, key: string, value: string): Promise<void> {
  await writer.run(sql`insert into settings (key, value) values (${key}, ${value})
    on conflict (key) do update set value = excluded.value`);
}
