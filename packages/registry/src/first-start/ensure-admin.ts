import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ToolmarkError } from '@toolmark/core';
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
  if (given !== undefined && !/^[\x21-\x7e]{32,256}$/.test(given)) throw unusableToken();
  const isFirst = await ensureAdminAccount(registry);
  return { isFirst, tokenFile: await ensureAnyToken(registry, data, given) };
}

async function ensureAnyToken(
  registry: Registry,
  data: string,
  given: string | undefined,
): Promise<string | undefined> {
  if (given !== undefined) {
    await ensureToken(registry, given);
    return undefined;
  }
  if (await hasToken(registry)) return undefined;
  const token = newToken();
  const file = path.join(data, 'admin-token');
  // The file first: a token that is in force and written nowhere would be lost. A new file: an old one may be readable.
  await rm(file, { force: true });
  await writeFile(file, `${token}\n`, { mode: 0o600 });
  await makeToken(registry, token);
  return file;
}

/** Of several processes that start together with the same token, one registers it. */
async function ensureToken(registry: Registry, token: string): Promise<void> {
  const isKnown = () => hasToken(registry, tokenHash(token));
  if (await isKnown()) return;
  await makeToken(registry, token).catch(async error => {
    if (!isStoreCode(error, 'store.conflict')) throw error;
    if (!(await isKnown())) throw revokedToken(error);
  });
}

/** Whether the account was made here and now. */
export async function ensureAdminAccount(registry: Registry): Promise<boolean> {
  const { current } = registry.database;
  const admin = await current.selectFrom('publishers').select('id').where('id', '=', ADMIN).executeTakeFirst();
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

async function hasToken({ database, now }: Registry, hash?: string): Promise<boolean> {
  const tokens = database.current
    .selectFrom('tokens')
    .select('id')
    .where('publisher', '=', ADMIN)
    .where('revoked_at', 'is', null)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now().getTime())]));
  const row = await (hash === undefined ? tokens : tokens.where('hash', '=', hash)).executeTakeFirst();
  return row !== undefined;
}

function unusableToken(): ToolmarkError {
  return new ToolmarkError(
    'admin.unusable-token',
    'The admin token is 32 to 256 visible ASCII characters without spaces: nobody can guess so many.',
  );
}

function revokedToken(cause: unknown): ToolmarkError {
  return new ToolmarkError('admin.revoked-token', 'The admin token given at start was revoked. Give another one.', {
    cause,
  });
}
