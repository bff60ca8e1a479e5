import { DEFAULT_MAX_BYTES } from '@toolmark/core/json';

/** Limits for reading from a server. */
export interface Limits {
  /** Pages of one list. */
  readonly maxPages: number;
  /** Items of one list, over all pages. */
  readonly maxItems: number;
  /** Bytes of one message. */
  readonly maxBytes: number;
  /** Bytes of all messages of one snapshot. */
  readonly maxTotalBytes: number;
}

export const DEFAULT_LIMITS: Limits = {
  maxPages: 1_000,
  maxItems: 50_000,
  maxBytes: DEFAULT_MAX_BYTES,
  maxTotalBytes: 4 * DEFAULT_MAX_BYTES,
};
