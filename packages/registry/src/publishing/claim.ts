import type { PublishOptions, Receipt } from '@toolmark/client';
import type { Principal } from '../accounts/principal.ts';
import type { Inspected } from './inspector.ts';

/** A valid document and the principal that wants to publish it. */
export interface Claim {
  readonly principal: Principal;
  readonly bytes: Uint8Array;
  readonly inspected: Inspected;
  readonly options?: PublishOptions;
}

export interface Admitted extends Receipt {
  /** This claim caused the name to be held. */
  readonly isNewlyHeld?: boolean;
}

export function receiptFor({ principal, inspected }: Claim, outcome: Receipt['outcome'], at: number): Receipt {
  const { name, version, digest, toolDigest, findings } = inspected;
  const publishedAt = new Date(at).toISOString();
  return { outcome, name, version, digest, toolDigest, publisher: principal.id, publishedAt, findings };
}
