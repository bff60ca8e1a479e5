interface Definition {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
}

/** Every metric: docs/spec/registry.md, section 12. Callers cannot choose the value of a label. */
const METRICS = {
  toolmark_requests_total: { type: 'counter', help: 'Answered requests.' },
  toolmark_request_duration_seconds: { type: 'histogram', help: 'Time from a request to its answer.' },
  toolmark_requests_in_flight: { type: 'gauge', help: 'Requests that are being answered.' },
  toolmark_refusals_total: { type: 'counter', help: 'Requests that were answered with a problem.' },
  toolmark_security_events_total: { type: 'counter', help: 'Refused attempts that admins should know of.' },
  toolmark_database_up: { type: 'gauge', help: 'Whether the database answers.' },
  toolmark_database_bytes: { type: 'gauge', help: 'Size of the database.' },
  toolmark_database_write_duration_seconds: { type: 'histogram', help: 'Time of a transaction, waiting included.' },
  toolmark_database_writes_waiting: { type: 'gauge', help: 'Transactions that wait or are under way in this process.' },
  toolmark_publish_queue: { type: 'gauge', help: 'Publishes that wait for a transaction.' },
  toolmark_tools: { type: 'gauge', help: 'Tools.' },
  toolmark_servers: { type: 'gauge', help: 'Entries of servers.' },
  toolmark_publishers: { type: 'gauge', help: 'Accounts of publishers.' },
  toolmark_reviews_open: { type: 'gauge', help: 'Reviews that wait for a decision.' },
  process_resident_memory_bytes: { type: 'gauge', help: 'Memory of the process.' },
  process_uptime_seconds: { type: 'gauge', help: 'Time since the process started.' },
} as const satisfies Readonly<Record<string, Definition>>;

type NamesOf<Type> = {
  [Name in keyof typeof METRICS]: (typeof METRICS)[Name]['type'] extends Type ? Name : never;
}[keyof typeof METRICS];

type Labels = Readonly<Record<string, string>>;

/** The current value of a gauge. */
export interface Gauge {
  readonly name: NamesOf<'gauge'>;
  readonly value: number;
  readonly labels?: Labels;
}

interface Histogram {
  readonly labels: Labels;
  /** Observations per bucket, not cumulative. */
  readonly counts: number[];
  sum: number;
}

/** Upper bounds in seconds. Longer observations go into the bucket `+Inf`. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics for Prometheus. Counters and histograms are kept here; gauges are passed in on each scrape. */
export class Metrics {
  readonly #counters = new Map<string, Map<string, number>>();
  readonly #histograms = new Map<string, Map<string, Histogram>>();
  /** Requests that are being answered. */
  inFlight = 0;

  add(name: NamesOf<'counter'>, labels: Labels = {}): void {
    const series = entryOf(this.#counters, name, () => new Map<string, number>());
    const key = labelText(labels);
    series.set(key, (series.get(key) ?? 0) + 1);
  }

  observe(name: NamesOf<'histogram'>, seconds: number, labels: Labels = {}): void {
    const series = entryOf(this.#histograms, name, () => new Map<string, Histogram>());
    const empty = () => ({ labels, counts: Array<number>(BOUNDS.length + 1).fill(0), sum: 0 });
    const histogram = entryOf(series, labelText(labels), empty);
    const index = BOUNDS.findIndex(bound => seconds <= bound);
    const bucket = index === -1 ? BOUNDS.length : index;
    histogram.counts[bucket] = (histogram.counts[bucket] ?? 0) + 1;
    histogram.sum += seconds;
  }

  /** Prometheus text format 0.0.4, in a stable order. */
  write(gauges: readonly Gauge[]): string {
    const lines = Object.entries(METRICS).flatMap(([name, { type, help }]) => {
      const samples = this.#samplesOf(name, gauges);
      return samples.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples];
    });
    return `${lines.join('\n')}\n`;
  }

  #samplesOf(name: string, gauges: readonly Gauge[]): string[] {
    const counters = [...(this.#counters.get(name) ?? [])].map(([labels, value]) => `${name}${labels} ${value}`).sort();
    const histograms = [...(this.#histograms.get(name) ?? [])].sort(byKey).flatMap(([, one]) => bucketLines(name, one));
    const own = gauges.filter(gauge => gauge.name === name);
    return [...counters, ...histograms, ...own.map(({ value, labels = {} }) => `${name}${labelText(labels)} ${value}`)];
  }
}

/** Buckets are cumulative: each counts everything up to its bound. */
function bucketLines(name: string, { labels, counts, sum }: Histogram): string[] {
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    return `${name}_bucket${labelText({ ...labels, le: String(BOUNDS[index] ?? '+Inf') })} ${total}`;
  });
  return [...buckets, `${name}_sum${labelText(labels)} ${sum}`, `${name}_count${labelText(labels)} ${total}`];
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${value}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function entryOf<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
