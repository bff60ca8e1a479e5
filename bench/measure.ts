/** Microseconds for one call once the engine has settled: the best of several rounds, because noise only ever adds. */
export function measure(work: () => unknown, roundMs = 150, rounds = 9): number {
  let calls = 1;
  let warm = 0;
  for (;;) {
    const spent = time(work, calls);
    warm += spent;
    if (spent > roundMs && warm > WARM_UP_MS) break;
    if (spent <= roundMs)
      calls = Math.ceil(calls * Math.min(10, Math.max(1.5, (roundMs * 1.2) / Math.max(spent, 0.01))));
  }
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) best = Math.min(best, time(work, calls) / calls);
  return best * 1000;
}

/** Optimising, and taking wrong guesses back, goes on for about this long. */
const WARM_UP_MS = 1000;

function time(work: () => unknown, calls: number): number {
  const start = performance.now();
  for (let call = 0; call < calls; call++) work();
  return performance.now() - start;
}

/** One line of the report: ours against a floor measured in the same run. */
export interface Ratio {
  readonly name: string;
  readonly ours: string;
  readonly floor: string;
  readonly ratio: number;
  readonly wanted: { readonly atLeast: number } | { readonly atMost: number };
}

export function holds({ ratio, wanted }: Ratio): boolean {
  return 'atLeast' in wanted ? ratio >= wanted.atLeast : ratio <= wanted.atMost;
}
