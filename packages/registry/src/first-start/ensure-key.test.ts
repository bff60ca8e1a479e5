import { createPublicKey } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { ensureKey } from './ensure-key.ts';

test('creates one private key file, and processes that start together read the same key', async () => {
  const folder = temporaryFolder();
  const signers = await Promise.all([1, 2, 3, 4].map(() => ensureKey(folder)));
  const again = await ensureKey(folder);
  for (const { key } of signers) expect(key.equals(again.key)).toBe(true);
  expect((await stat(path.join(folder, 'registry-key.pem'))).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).sort()).toEqual(['registry-key.pem', 'registry-key.pub.pem']);
});

test('writes the public key again after its file was changed', async () => {
  const folder = temporaryFolder();
  const { publicKey } = await ensureKey(folder);
  const file = path.join(folder, 'registry-key.pub.pem');
  await writeFile(file, 'not a key');
  await ensureKey(folder);
  expect(createPublicKey(await readFile(file)).equals(publicKey)).toBe(true);
});

test('never replaces a key file that it cannot read', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'registry-key.pem');
  await writeFile(file, 'not a key');
  await expect(ensureKey(folder)).rejects.toThrow();
  expect(await readFile(file, 'utf8')).toBe('not a key');
});
