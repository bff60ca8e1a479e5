import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AdvisorySigner } from '@toolmark/core/sign';

/** The key that signs advisories, created on the first start. All processes of a registry need the same file. */
export async function ensureKey(data: string): Promise<AdvisorySigner> {
  const file = path.join(data, 'registry-key.pem');
  const key = createPrivateKey(await readOrCreate(file));
  const publicKey = createPublicKey(key);
  await writeFile(path.join(data, 'registry-key.pub.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
  return { key, publicKey };
}

async function readOrCreate(file: string): Promise<string> {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const draft = `${file}.${randomUUID()}`;
  try {
    // Atomic: a process that starts at the same time must not read half a key.
    await writeFile(draft, pem, { mode: 0o600, flag: 'wx' });
    await link(draft, file);
    return pem;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return await readFile(file, 'utf8');
  } finally {
    await rm(draft, { force: true });
  }
}
