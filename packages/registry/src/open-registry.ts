import { openDatabase } from './database/open-database.ts';
import { ensureKey } from './first-start/ensure-key.ts';
import type { ProofSources } from './proving/proof-sources.ts';
import type { IdTokenVerifier } from './proving/verify-id-token.ts';
import { DocumentInspector } from './publishing/document-inspector.ts';
import type { Inspector } from './publishing/inspector.ts';
import type { Registry } from './registry.ts';

export interface RegistryOptions {
  /** `postgres://…`, or the path of a file. */
  readonly url: string;
  readonly readUrl?: string | undefined;
  /** The folder with the registry key. */
  readonly data: string;
  /** By default, inspects in the calling thread and trusts registered certificates only. */
  readonly inspector?: Inspector | undefined;
  readonly proofs?: ProofSources | undefined;
  readonly idTokens?: IdTokenVerifier | undefined;
  readonly bundles?: Registry['bundles'];
  readonly now: () => Date;
  readonly patienceMs?: number | undefined;
  readonly onRefused?: Registry['onRefused'];
  readonly onWritten?: ((seconds: number) => void) | undefined;
}

/** Opens a registry without serving it. The caller closes its database. */
export async function openRegistry(options: RegistryOptions): Promise<Registry> {
  const {
    url,
    readUrl,
    patienceMs,
    onWritten,
    data,
    inspector = new DocumentInspector({}),
    proofs,
    idTokens,
    bundles,
    now,
    onRefused,
  } = options;
  const database = await openDatabase({ url, readUrl, patienceMs, onWritten });
  try {
    const signer = await ensureKey(data);
    return {
      database,
      now,
      inspector,
      proofs,
      idTokens,
      bundles,
      signer,
      ...(onRefused === undefined ? {} : { onRefused }),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
