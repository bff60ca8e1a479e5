import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ToolmarkError } from '@toolmark/core';
import { createPublisher, createToken, hasPublisher } from '../accounts/accounts.ts';
import { OPERATOR } from '../accounts/principal.ts';
import { newToken, tokenHash } from '../accounts/token.ts';
import { sql } from '../database/statement.ts';
import { isStoreCode } from '../database/store-error.ts';
import type { Registry } from '../registry.ts';

export const ADMIN = 'admin';

export interface FirstStart {
  /** Whether this start created the account. */
  readonly isFirst: boolean;
  /** Where a new admin token was written. */
  readonly tokenFile: string | undefined;
}

/** Creates the admin account and a token for it, unless they exist. */
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
  // The file comes first, or the token could be lost. The old file is removed because others may be able to read it.
  await rm(file, { force: true });
  await writeFile(file, `${token}\n`, { mode: 0o600 });
  await createAdminToken(registry, token);
  return file;
}

/** Of several processes that start with the same token, one registers it. */
async function ensureToken(registry: Registry, token: string): Promise<void> {
  const isKnown = () => hasToken(registry, tokenHash(token));
  if (await isKnown()) return;
  await createAdminToken(registry, token).catch(async error => {
    if (!isStoreCode(error, 'store.conflict')) throw error;
    if (!(await isKnown())) throw revokedToken(error);
  });
}

/** Returns whether this call created the account. */
export async function ensureAdminAccount(registry: Registry): Promise<boolean> {
  if (await hasPublisher(registry.database.current, ADMIN)) return false;
  const permissions = ['publish', 'feedback', 'admin'] as const;
  try {
    await createPublisher(registry, OPERATOR, { id: ADMIN, name: 'Administrator', permissions });
    return true;
  } catch (error) {
    // Of several processes that start together, one creates the account.
    if (isStoreCode(error, 'store.conflict') || (error as { code?: string }).code === 'publisher.exists') return false;
    throw error;
  }
}

async function createAdminToken(registry: Registry, token: string): Promise<void> {
  await createToken(registry, OPERATOR, ADMIN, { label: 'first start' }, token);
}

async function hasToken({ database, now }: Registry, hash?: string): Promise<boolean> {
  const which = hash === undefined ? sql`` : sql` and hash = ${hash}`;
  const token = await database.current.find(sql`select id from tokens where publisher = ${ADMIN}
    and revoked_at is null and (expires_at is null or expires_at > ${now().getTime()})${which}`);
  return token !== undefined;
}

function unusableToken(): ToolmarkError {
  return new ToolmarkError(
    'admin.unusable-token',
    'The admin token must be 32 to 256 visible ASCII characters without spaces.',
  );
}

function revokedToken(cause: unknown): ToolmarkError {
  return new ToolmarkError('admin.revoked-token', 'The admin token given at start was revoked. Give another one.', {
    cause,
  });
}
