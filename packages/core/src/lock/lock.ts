import type { Digest, JsonObject } from '../base/index.ts';
import type { McpTool, RiskLevel } from '../describe/index.ts';
import type { LockedPackage } from './locked-package.ts';
import type { Attested, LockedPublisher } from './publisher.ts';

/** What a team has approved, server by server (docs/spec/lockfile.md). Maps, because keys are whatever servers chose. */
export interface Lock {
  /** 2 where an entry names the address of its server, or what only some clients see. */
  readonly lockfileVersion: 1 | 2;
  readonly servers: ReadonlyMap<string, LockedServer>;
}

export interface LockedServer {
  readonly surfaceDigest: Digest;
  /** `subset`: the lock is all the server may offer, and what is missing is fine. */
  readonly allow?: 'subset';
  readonly instructions?: string;
  /** Other instructions that some clients see. */
  readonly instructionVariants?: readonly string[];
  /** The address or the code that the entry is bound to; absent in locks of version 1. */
  readonly package?: LockedPackage;
  /** Who may change the server by signing. */
  readonly publisher?: LockedPublisher;
  /** The newest attestation of the publisher that was accepted. */
  readonly attested?: Attested;
  /** For readers; not part of the surface and never compared. */
  readonly serverInfo: JsonObject;
  readonly tools: ReadonlyMap<string, LockedTool>;
  readonly prompts: ReadonlyMap<string, LockedItem>;
  /** By `uri`. */
  readonly resources: ReadonlyMap<string, LockedItem>;
  /** By `uriTemplate`. */
  readonly templates: ReadonlyMap<string, LockedItem>;
}

/** A prompt, resource or template as it was approved. */
export interface LockedItem {
  readonly digest: Digest;
  readonly parts: Readonly<Record<string, Digest>>;
  /** The object exactly as served. */
  readonly definition: JsonObject;
  /** What a client must declare to see it; absent where every client does, or where it is not known. */
  readonly needs?: readonly string[];
  /** Other definitions under the same name that some clients see, each as good as this one. */
  readonly variants?: readonly LockedItem[];
}

export interface LockedTool extends LockedItem {
  readonly definition: McpTool;
  readonly variants?: readonly LockedTool[];
  /** The level when it was locked, for readers only. Decisions assess the definition. */
  readonly riskLevel: RiskLevel;
}
