/** Counters for Prometheus: few enough names to keep by hand, and no label that a stranger can choose. */
export class Metrics {
  readonly #counts = new Map<string, number>();

  add(name: string, labels: Readonly<Record<string, string>> = {}, by = 1): void {
    const pairs = Object.entries(labels).map(([key, value]) => `${key}="${value}"`);
    const key = pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + by);
  }

  /** The text that Prometheus reads; the same counts give the same text. */
  write(gauges: Readonly<Record<string, number>>): string {
    const names = new Set([...this.#counts.keys()].map(key => key.split('{', 1)[0] ?? key));
    const counters = [...names].sort().flatMap(name => [`# TYPE ${name} counter`, ...this.#linesOf(name)]);
    const rest = Object.entries(gauges).flatMap(([name, value]) => [`# TYPE ${name} gauge`, `${name} ${value}`]);
    return `${[...counters, ...rest].join('\n')}\n`;
  }

  #linesOf(name: string): string[] {
    const own = [...this.#counts].filter(([key]) => key === name || key.startsWith(`${name}{`));
    return own.map(([key, value]) => `${key} ${value}`).sort();
  }
}
