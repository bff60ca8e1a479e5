import type { Tier } from '@toolmark/core/validate';

/** A finding without its server. */
export interface Found {
  readonly code: string;
  readonly tier: Tier;
  readonly pointer: string;
  readonly message: string;
  readonly tool?: string;
  readonly evidence?: string;
}
