import type { Finding, JsonObject } from '@toolmark/core';
import type { ShownFacts } from '../tools/shown-facts.ts';
import type { CertificateRow } from './certificates-of.ts';

/** Everything about a document that does not depend on what others have published. */
export interface Inspected {
  readonly name: string;
  readonly version: string;
  readonly digest: string;
  readonly toolDigest: string;
  readonly content: string;
  readonly verification: JsonObject;
  readonly facts: ShownFacts;
  readonly penalty: number;
  readonly findings: readonly Finding[];
}

export interface ToInspect {
  readonly bytes: Uint8Array;
  readonly publisher: string;
  /** Those of the publisher, and those revoked for anyone, as they are now. */
  readonly certificates: readonly CertificateRow[];
  /** `optional`: what nobody signed, or nobody known here, is taken too. What breaks its own signature never is. */
  readonly signature: 'demanded' | 'optional';
  readonly now: Date;
}

/** Reads, validates, verifies and scans documents. Plain data goes in and comes out, so that it can be done elsewhere. */
export interface Inspector {
  /** Throws `publish.*` with every finding. */
  inspect(document: ToInspect): Promise<Inspected>;
  close(): Promise<void>;
}
