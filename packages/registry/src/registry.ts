import type { AdvisorySigner, TrustMaterial } from '@toolmark/core';
import type { Database } from './database/database.ts';
import type { ProofSources } from './proving/proof-sources.ts';

/** What every operation of a registry needs. The clock comes in, so that tests can hold it. */
export interface Registry {
  readonly database: Database;
  readonly now: () => Date;
  /** Whom the registry trusts whoever publishes: signers under these roots need not be registered. */
  readonly trust: TrustMaterial;
  /** Signs the list of advisories. */
  readonly signer: AdvisorySigner;
  /** Told the code of every attempt that admins should know of. */
  readonly onRefused?: ((code: string) => void) | undefined;
  /** Where keys of domains are looked up; the DNS and the web, unless told otherwise. */
  readonly proofs?: ProofSources | undefined;
}
