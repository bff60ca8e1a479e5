import type { Finding } from '@toolmark/core';
import type { Principal } from '../accounts/principal.ts';
import type { Visibility } from '../events/event.ts';
import type { Inspected } from './inspector.ts';

export interface PublishOptions {
  /** Who may see a new tool; a tool that exists keeps what it has. */
  readonly visibility?: Visibility | undefined;
  /** Judge it, and change nothing. */
  readonly dryRun?: boolean | undefined;
}

/** A document that is fine by itself, and who wants to publish it. */
export interface Claim {
  readonly principal: Principal;
  readonly bytes: Uint8Array;
  readonly inspected: Inspected;
  readonly options?: PublishOptions;
}

/** `new` and `same` are done; `held` is done too, and nobody else sees it until an admin has looked at the name. */
export interface Receipt {
  readonly outcome: 'new' | 'same' | 'held';
  readonly name: string;
  readonly version: string;
  readonly digest: string;
  readonly toolDigest: string;
  readonly publisher: string;
  readonly publishedAt: number;
  readonly findings: readonly Finding[];
}

export interface Admitted extends Receipt {
  /** It is this claim whose name is held: admins should know of it. */
  readonly isNewlyHeld?: boolean;
}

export function receiptFor({ principal, inspected }: Claim, outcome: Receipt['outcome'], at: number): Receipt {
  const { name, version, digest, toolDigest, findings } = inspected;
  return { outcome, name, version, digest, toolDigest, publisher: principal.id, publishedAt: at, findings };
}
