import type { AdvisorySigner } from '@toolmark/core/sign';
import type { BundleAnchors } from './attestations/judge-attestation.ts';
import type { Database } from './database/database.ts';
import type { ProofSources } from './proving/proof-sources.ts';
import type { IdTokenVerifier } from './proving/verify-id-token.ts';
import type { Inspector } from './publishing/inspector.ts';

/** What every operation needs. The clock is an argument, so that tests can set it. */
export interface Registry {
  readonly database: Database;
  readonly now: () => Date;
  /** Reads, validates, verifies and scans documents before they are published. */
  readonly inspector: Inspector;
  /** Signs the advisory list. */
  readonly signer: AdvisorySigner;
  /** Called with the code of every suspicious attempt. */
  readonly onRefused?: ((code: string) => void) | undefined;
  /** Where keys of domains are looked up; DNS and HTTPS by default. */
  readonly proofs?: ProofSources | undefined;
  /** Verifies the tokens of CI jobs; none are accepted without it. */
  readonly idTokens?: IdTokenVerifier | undefined;
  /** Whose attestations are accepted besides those of registered certificates. */
  readonly bundles?: BundleAnchors | undefined;
}
