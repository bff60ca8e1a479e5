import type { Logger } from 'pino';
import type { Gauges } from './http/gauges.ts';
import type { Metrics } from './http/metrics.ts';
import type { RateLimits } from './http/rate-limits.ts';
import type { AdvisoryDesk } from './judging/advisory-desk.ts';
import type { Registry } from './registry.ts';
import type { Documents } from './tools/documents.ts';
import type { DownloadCounter } from './tools/download-counter.ts';

/** A registry that is being served: with what counts, limits and logs. */
export interface Service {
  readonly registry: Registry;
  readonly advisories: AdvisoryDesk;
  readonly documents: Documents;
  readonly downloads: DownloadCounter;
  readonly metrics: Metrics;
  readonly gauges: Gauges;
  readonly limits: RateLimits;
  readonly log: Logger;
  /** Where clients reach it: what proofs of domains must name. */
  readonly address: () => string;
}
