import type { AdvisorySigner } from '@toolmark/core';
import type { Database } from './database/database.ts';
import type { ProofSources } from './proving/proof-sources.ts';
import type { Inspector } from './publishing/inspector.ts';

/** What every operation of a registry needs. The clock comes in, so that tests can hold it. */
export interface Registry {
  readonly database: Database;
  readonly now: () => Date;
  /** What is to be published is read, validated, verified and scanned by it. */
  readonly inspector: Inspector;
  /** Signs the list of advisories. */
  readonly signer: AdvisorySigner;
  /** Told the code of every attempt that admins should know of. */
  readonly onRefused?: ((code: string) => void) | undefined;
  /** Where keys of domains are looked up; the DNS and the web, unless told otherwise. */
  readonly proofs?: ProofSources | undefined;
}
