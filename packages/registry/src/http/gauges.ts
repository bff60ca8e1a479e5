import { type DatabaseFigures, measureDatabase } from '../database/check-database.ts';
import { publishQueueLength } from '../publishing/publish.ts';
import type { Registry } from '../registry.ts';
import type { Gauge, Metrics } from './metrics.ts';

/** Metrics may be public, so the database is queried no more often than this. */
const MAX_AGE_MS = 5_000;

/** Reads the gauges. An unavailable database is the value of a gauge, not a failed scrape. */
export class Gauges {
  readonly #registry: Registry;
  readonly #metrics: Metrics;
  readonly #now: () => number;
  #measured: { readonly at: number; readonly figures: Promise<DatabaseFigures | undefined> } | undefined;

  constructor(registry: Registry, metrics: Metrics, now: () => number) {
    this.#registry = registry;
    this.#metrics = metrics;
    this.#now = now;
  }

  async read(): Promise<Gauge[]> {
    const { database } = this.#registry;
    const figures = await this.#figures();
    return [
      { name: 'toolmark_requests_in_flight', value: this.#metrics.inFlight },
      { name: 'toolmark_database_up', value: figures === undefined ? 0 : 1, labels: { kind: database.kind } },
      ...(figures === undefined ? [] : gaugesOf(figures)),
      { name: 'toolmark_database_writes_waiting', value: database.writesWaiting() },
      { name: 'toolmark_publish_queue', value: publishQueueLength(this.#registry) },
      { name: 'process_resident_memory_bytes', value: process.memoryUsage.rss() },
      { name: 'process_uptime_seconds', value: process.uptime() },
    ];
  }

  #figures(): Promise<DatabaseFigures | undefined> {
    const now = this.#now();
    if (this.#measured === undefined || now - this.#measured.at >= MAX_AGE_MS) {
      const figures = measureDatabase(this.#registry.database).catch(() => undefined);
      this.#measured = { at: now, figures };
    }
    return this.#measured.figures;
  }
}

function gaugesOf({ bytes, tools, servers, publishers, openReviews }: DatabaseFigures): Gauge[] {
  return [
    { name: 'toolmark_database_bytes', value: bytes },
    { name: 'toolmark_tools', value: tools },
    { name: 'toolmark_servers', value: servers },
    { name: 'toolmark_publishers', value: publishers },
    { name: 'toolmark_reviews_open', value: openReviews },
  ];
}
