import type { Finding, JsonObject } from '@toolmark/core';
import type { ShownFacts } from '../tools/shown-facts.ts';
import type { CertificateRow } from './certificates-of.ts';

/** Everything about a document that does not depend on the rest of the registry. */
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
  /** The publisher's current certificates, and every revoked one. */
  readonly certificates: readonly CertificateRow[];
  /** `optional` also accepts unsigned documents and unknown signers, but never a broken signature. */
  readonly signature: 'required' | 'optional';
  readonly now: Date;
}

/** Reads, validates, verifies and scans documents. Input and output are plain data, so a thread can do it. */
export interface Inspector {
  /** Throws `publish.*` with all findings. */
  inspect(document: ToInspect): Promise<Inspected>;
  close(): Promise<void>;
}
