import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createPublisher, createToken } from '../accounts/accounts.ts';
import { OPERATOR } from '../accounts/principal.ts';
import { newToken, tokenHash } from '../accounts/token.ts';
import { isStoreCode } from '../database/store-error.ts';
import type { Registry } from '../registry.ts';

const ADMIN = 'admin';

/** Makes sure that somebody can begin: returns the file with the admin's token when one was made. */
export async function ensureAdmin(
  registry: Registry,
  data: string,
  given: string | undefined,
): Promise<string | undefined> {
  await ensureAccount(registry);
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

async function ensureAccount(registry: Registry): Promise<void> {
  const { reader } = registry.database;
  const admin = await reader.selectFrom('publishers').select('id').where('id', '=', ADMIN).executeTakeFirst();
  if (admin !== undefined) return;
  const permissions = ['publish', 'feedback', 'admin'] as const;
  // Of several processes that start together, one makes the account.
  await createPublisher(registry, OPERATOR, { id: ADMIN, name: 'Administrator', permissions }).catch(error => {
    if (!isStoreCode(error, 'store.conflict') && (error as { code?: string }).code !== 'publisher.exists') throw error;
  });
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
