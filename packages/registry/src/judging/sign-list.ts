import { member, sha256 } from '@toolmark/core';
import { type AdvisorySigner, advisoryKey, signAdvisories } from '@toolmark/core/sign';
import type { Reader, Writer } from '../database/connection.ts';
import { keepSetting, readJsonSetting, readSetting } from '../database/settings.ts';
import { countDropped, fitAdvisories } from './fit-advisories.ts';
import { listAdvisories, toEntry } from './public-advisories.ts';

/** Facts about the signed list that every poll reads first, instead of the list itself. */
export interface ListStamp {
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly keyId: string;
  readonly etag: string;
  /** How many current advisories did not fit. */
  readonly dropped: number;
}

export const LIST_LIFE_MS = 24 * 60 * 60 * 1000;

const STAMP = 'advisories.stamp';
const LIST = 'advisories.list';

/**
 * Signs the current advisories and stores the list for every process of this registry. Its time is always later than that
 * of the list before, whatever the clock says: guards refuse an older list.
 */
export async function signList(writer: Writer, signer: AdvisorySigner, now: Date): Promise<ListStamp> {
  const last = await readStamp(writer);
  const issuedAt = Math.max(now.getTime(), (last?.issuedAt ?? 0) + 1);
  const expiresAt = issuedAt + LIST_LIFE_MS;
  const all = (await listAdvisories(writer)).map(toEntry);
  const advisories = fitAdvisories(all);
  const times = { issuedAt: new Date(issuedAt).toISOString(), expiresAt: new Date(expiresAt).toISOString() };
  const bytes = signAdvisories({ ...times, advisories }, signer);
  const { id: keyId } = advisoryKey(signer.publicKey);
  const stamp = { issuedAt, expiresAt, keyId, etag: listEtag(bytes), dropped: countDropped(all, advisories) };
  await keepSetting(writer, STAMP, JSON.stringify(stamp));
  await keepSetting(writer, LIST, new TextDecoder().decode(bytes));
  return stamp;
}

export function listEtag(bytes: Uint8Array): string {
  return `"${sha256(bytes).slice(7, 39)}"`;
}

export async function readStamp(db: Reader): Promise<ListStamp | undefined> {
  const value = await readJsonSetting(db, STAMP);
  if (value === undefined) return undefined;
  const text = (key: string) => String(member(value, key));
  const number = (key: string) => Number(member(value, key));
  return {
    ...{ issuedAt: number('issuedAt'), expiresAt: number('expiresAt'), dropped: number('dropped') },
    ...{ keyId: text('keyId'), etag: text('etag') },
  };
}

/** The list itself. It may be newer than a stamp that was read before. */
export async function readList(db: Reader): Promise<Uint8Array | undefined> {
  const text = await readSetting(db, LIST);
  return text === undefined ? undefined : new TextEncoder().encode(text);
}
