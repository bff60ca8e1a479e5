import { access, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { rejectionOf } from '../../../../test/refusal.ts';
import { openTestRegistry } from '../../../../test/registry.ts';
import { revokeToken } from '../accounts/accounts.ts';
import { authenticate } from '../accounts/authenticate.ts';
import { OPERATOR } from '../accounts/principal.ts';
import { readPublisher } from '../accounts/read-publisher.ts';
import { ADMIN, ensureAdmin } from './ensure-admin.ts';

const TOKEN = 'a'.repeat(32);

test('writes a working admin token to a private file, once', async () => {
  const registry = await openTestRegistry();
  const file = path.join(registry.folder, 'admin-token');
  expect(await ensureAdmin(registry, registry.folder, undefined)).toEqual({ isFirst: true, tokenFile: file });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const token = (await readFile(file, 'utf8')).trim();
  expect(await authenticate(registry, token)).toMatchObject({
    id: ADMIN,
    permissions: expect.arrayContaining(['admin']),
  });
  expect(await ensureAdmin(registry, registry.folder, undefined)).toEqual({ isFirst: false, tokenFile: undefined });
  expect((await readFile(file, 'utf8')).trim()).toBe(token);
});

test('replaces the token after the last one was revoked', async () => {
  const registry = await openTestRegistry();
  const file = path.join(registry.folder, 'admin-token');
  await ensureAdmin(registry, registry.folder, undefined);
  const old = (await readFile(file, 'utf8')).trim();
  const [revoked] = (await readPublisher(registry, OPERATOR, ADMIN)).tokens;
  await revokeToken(registry, OPERATOR, ADMIN, revoked?.id ?? '');
  expect(await ensureAdmin(registry, registry.folder, undefined)).toEqual({ isFirst: false, tokenFile: file });
  const token = (await readFile(file, 'utf8')).trim();
  expect(await authenticate(registry, token)).toMatchObject({ id: ADMIN });
  expect(await rejectionOf(authenticate(registry, old))).toMatchObject({ code: 'auth.invalid' });
});

test('registers a given token once, also for processes that start together, and writes no file', async () => {
  const registry = await openTestRegistry();
  const starts = await Promise.all([1, 2, 3].map(() => ensureAdmin(registry, registry.folder, TOKEN)));
  expect(starts.filter(({ isFirst }) => isFirst)).toHaveLength(1);
  expect(await authenticate(registry, TOKEN)).toMatchObject({ id: ADMIN });
  expect((await readPublisher(registry, OPERATOR, ADMIN)).tokens).toHaveLength(1);
  await expect(access(path.join(registry.folder, 'admin-token'))).rejects.toThrow('ENOENT');
});

test('rejects a given token that was revoked', async () => {
  const registry = await openTestRegistry();
  await ensureAdmin(registry, registry.folder, TOKEN);
  const [token] = (await readPublisher(registry, OPERATOR, ADMIN)).tokens;
  await revokeToken(registry, OPERATOR, ADMIN, token?.id ?? '');
  const again = ensureAdmin(registry, registry.folder, TOKEN);
  expect(await rejectionOf(again)).toMatchObject({ code: 'admin.revoked-token' });
});

test.each(['', 'a'.repeat(31), 'a'.repeat(257), `${TOKEN} `, `${TOKEN}\n`, `${TOKEN}é`])(
  'rejects the given token %j before it creates anything',
  async token => {
    const registry = await openTestRegistry();
    const refused = await rejectionOf(ensureAdmin(registry, registry.folder, token));
    expect(refused.code).toBe('admin.unusable-token');
    expect(await rejectionOf(readPublisher(registry, OPERATOR, ADMIN))).toMatchObject({ code: 'publisher.not-found' });
  },
);
