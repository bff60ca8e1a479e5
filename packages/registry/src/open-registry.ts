import type { TrustMaterial } from '@toolmark/core';
import { openDatabase } from './database/open-database.ts';
import { ensureKey } from './first-start/ensure-key.ts';
import type { ProofSources } from './proving/proof-sources.ts';
import type { Registry } from './registry.ts';

export interface RegistryOptions {
  /** `postgres://…`, or the path of a file. */
  readonly url: string;
  readonly readUrl?: string | undefined;
  /** The folder with the key of the registry. */
  readonly data: string;
  readonly trust?: TrustMaterial | undefined;
  readonly proofs?: ProofSources | undefined;
  readonly now: () => Date;
}

/** A registry to work on, without serving it. Its database is to be closed. */
export async function openRegistry({
  url,
  readUrl,
  data,
  trust = {},
  proofs,
  now,
}: RegistryOptions): Promise<Registry> {
  const database = await openDatabase({ url, readUrl });
  try {
    return { database, now, trust, proofs, signer: await ensureKey(data) };
  } catch (error) {
    await database.close();
    throw error;
  }
}
