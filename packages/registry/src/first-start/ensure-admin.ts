import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createPublisher, createToken } from '../accounts/accounts.ts';
import { OPERATOR } from '../accounts/principal.ts';
import { newToken, tokenHash } from '../accounts/token.ts';
import { isStoreCode } from '../database/store-error.ts';
import type { Registry } from '../registry.ts';

export const ADMIN = 'admin';

export interface FirstStart {
  /** Whether this start made the account. */
  readonly isFirst: boolean;
  /** Where the admin's token was written, when one was made. */
  readonly tokenFile: string | undefined;
}

/** Makes sure that somebody can begin. */
export async function ensureAdmin(registry: Registry, data: string, given: string | undefined): Promise<FirstStart> {
  const isFirst = await ensureAdminAccount(registry);
  return { isFirst, tokenFile: await ensureToken(registry, data, given) };
}

async function ensureToken(registry: Registry, data: string, given: string | undefined): Promise<string | undefined> {
  if (given !== undefined) {
    if (!(await hasToken(registry, tokenHash(given)))) await makeToken(registry, given);
    return undefined;
  }
  if (await hasToken(registry)) return undefined;
  const token = newToken();
  const file = path.join(data, 'admin-token');
  // The file first: a token that is in force and written nowhere would be lost.
  await writeFile(file, `${token}\n`, { mode: 0o600 });
  await makeToken(registry, token);
  return file;
}

/** Whether the account was made here and now. */
export async function ensureAdminAccount(registry: Registry): Promise<boolean> {
  const { reader } = registry.database;
  const admin = await reader.selectFrom('publishers').select('id').where('id', '=', ADMIN).executeTakeFirst();
  if (admin !== undefined) return false;
  const permissions = ['publish', 'feedback', 'admin'] as const;
  try {
    await createPublisher(registry, OPERATOR, { id: ADMIN, name: 'Administrator', permissions });
    return true;
  } catch (error) {
    // Of several processes that start together, one makes the account.
    if (isStoreCode(error, 'store.conflict') || (error as { code?: string }).code === 'publisher.exists') return false;
    throw error;
  }
}

async function makeToken(registry: Registry, token: string): Promise<void> {
  await createToken(registry, OPERATOR, ADMIN, { label: 'first start' }, token);
}

async function hasToken({ database: { reader } }: Registry, hash?: string): Promise<boolean> {
  const tokens = reader
    .selectFrom('tokens')
    .select('id')
    .where('publisher', '=', ADMIN)
    .where('revoked_at', 'is', null);
  const row = await (hash === undefined ? tokens : tokens.where('hash', '=', hash)).executeTakeFirst();
  return row !== undefined;
}
