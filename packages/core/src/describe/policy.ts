import type { JsonObject } from '../base/index.ts';
import { policy } from './document-shape.gen.js';
import { readInput, refuseMalformed } from './door.ts';
import { findShapeErrors } from './shape-error.ts';
import type { Operation, RiskLevel } from './vocabulary.ts';

/** An accepted finding: who waives it must say why and until when. */
export interface Waiver {
  readonly rule: string;
  readonly tool?: string;
  /** Holds for this server only; without it, for every one. */
  readonly server?: string;
  readonly reason: string;
  /** The last day it holds, as YYYY-MM-DD. */
  readonly expires: string;
}

export type Decision = 'allow' | 'ask' | 'deny';

/** The revisions of MCP, oldest first. They are dates, and the schema of the policy lists the same. */
export type ProtocolVersion = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28';

/** What happens to the result of a call that does not fit the locked output schema. */
export type CallCheck = 'deny' | 'warn' | 'off';

/** What happens to arguments that do not fit the locked input schema. `compatible` refuses what the schema forbids, and no more. */
export type ArgumentCheck = CallCheck | 'compatible';

/** Which resources may be read: those that are locked, or also those that the result of a tool has linked to. */
export type ResourceAccess = 'locked' | 'linked';

/** What happens with a signed update: it counts as drift, a person decides, or it is accepted. */
export type UpdatePolicy = 'deny' | 'ask' | 'allow';

export interface PolicyRule {
  readonly match: {
    readonly server?: string;
    readonly tool?: string;
    readonly operations?: readonly Operation[];
    readonly readOnly?: boolean;
    readonly destructive?: boolean;
    readonly idempotent?: boolean;
    readonly openWorld?: boolean;
    readonly domains?: readonly string[];
    readonly risk?: readonly RiskLevel[];
  };
  readonly when?: string;
  readonly decision: Decision;
  readonly reason?: string;
}

/** What packages must prove before they are locked or started. */
export interface PackagePolicy {
  /** Only packages with verified provenance. The default is true if `from` is given. */
  readonly requireProvenance?: boolean;
  /** The repositories that packages may be built from: `https://host/owner/repository`, or `https://host/owner/*`. */
  readonly from?: readonly string[];
  /** The Sigstore trusted root that provenance is verified against; a relative path starts at the folder of the policy. */
  readonly trustedRoot?: string;
}

/** The policy file (docs/spec/policy.md): one place for cleaning, drift, calls and waivers. */
export interface Policy {
  readonly version: 1;
  readonly metadata?: JsonObject;
  readonly drift?: { readonly severities?: 'toolmark' | 'seed'; readonly failOn?: 'critical' | 'info' | 'safe' };
  readonly default?: Decision;
  readonly arguments?: ArgumentCheck;
  readonly results?: CallCheck;
  readonly resources?: ResourceAccess;
  /** The oldest revision of MCP that a client or a server may speak through the guard. */
  readonly minProtocolVersion?: ProtocolVersion;
  readonly packages?: PackagePolicy;
  /** The default is `ask`. */
  readonly updates?: UpdatePolicy;
  /** Only tools that an attestation of the locked publisher covers are shown. */
  readonly requireSigned?: boolean;
  readonly rules?: readonly PolicyRule[];
  readonly waivers?: readonly Waiver[];
}

/** An unknown key or word anywhere refuses the whole policy: half a policy would be a silent hole. */
export function parsePolicy(input: Uint8Array | unknown): Policy {
  const value = readInput(input, 'policy.malformed');
  refuseMalformed(findShapeErrors(policy, value), 'policy.malformed', 'This policy cannot be used');
  return value as unknown as Policy;
}
