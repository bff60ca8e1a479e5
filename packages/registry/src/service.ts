import type { Logger } from 'pino';
import type { Gauges } from './http/gauges.ts';
import type { Metrics } from './http/metrics.ts';
import type { RateLimits } from './http/rate-limits.ts';
import type { AdvisoryLists } from './judging/advisory-lists.ts';
import type { Registry } from './registry.ts';
import type { DownloadCounter } from './tools/download-counter.ts';

/** A served registry with its counters, limits and log. */
export interface Service {
  readonly registry: Registry;
  readonly advisories: AdvisoryLists;
  readonly downloads: DownloadCounter;
  readonly metrics: Metrics;
  readonly gauges: Gauges;
  readonly limits: RateLimits;
  readonly log: Logger;
  /** The public address, which proofs of domains must name. */
  readonly address: () => string;
}
