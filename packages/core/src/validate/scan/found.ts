import type { Tier } from './meaning/signal.ts';

/** A finding before it has its server and severity. */
export interface Found {
  readonly code: string;
  readonly tier: Tier;
  readonly pointer: string;
  readonly message: string;
  readonly tool?: string;
  readonly evidence?: string;
}
