import { few, isShort } from './effort.ts';

/** Microseconds for one call once the engine has settled: the best of several rounds, because noise only ever adds. */
export function measure(work: () => unknown, roundMs = 150, rounds = 9): number {
  const calls = settle(work, roundMs);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < few(rounds); round++) best = Math.min(best, time(work, calls) / calls);
  return best * 1000;
}

/** Warms up, and says how many calls fill a round. */
function settle(work: () => unknown, roundMs: number): number {
  if (isShort) return 1;
  let calls = 1;
  let made = 0;
  let warm = 0;
  for (;;) {
    const spent = time(work, calls);
    warm += spent;
    made += calls;
    if (spent > roundMs && warm > WARM_UP_MS && made > WARM_UP_CALLS) return calls;
    if (spent <= roundMs)
      calls = Math.ceil(calls * Math.min(10, Math.max(1.5, (roundMs * 1.2) / Math.max(spent, 0.01))));
  }
}

/** Optimising, and taking wrong guesses back, goes on for about this long, and for so many calls where one takes long. */
const WARM_UP_MS = 1000;
const WARM_UP_CALLS = 12;

function time(work: () => unknown, calls: number): number {
  const start = performance.now();
  for (let call = 0; call < calls; call++) work();
  return performance.now() - start;
}

/**
 * Microseconds for one call of each of two, for their ratio. They take turns, so that whatever else the machine does
 * meets both; time on the processor counts, so that waiting for it does not; and of all rounds each has its median, so
 * that no lucky round decides. Garbage is collected when the engine wants to, as it is elsewhere; the first call of a
 * turn is not counted, because it meets what the other one left behind.
 */
export function measureBoth(
  ours: () => unknown,
  floor: () => unknown,
  roundMs = 150,
  rounds = 9,
): { readonly ours: number; readonly floor: number } {
  const calls = { ours: settle(ours, roundMs), floor: settle(floor, roundMs) };
  const times: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
  for (let round = 0; round < few(rounds); round++) {
    ours();
    times.ours.push(processorTime(ours, calls.ours) / calls.ours);
    floor();
    times.floor.push(processorTime(floor, calls.floor) / calls.floor);
  }
  return { ours: median(times.ours), floor: median(times.floor) };
}

function processorTime(work: () => unknown, calls: number): number {
  const start = process.cpuUsage();
  for (let call = 0; call < calls; call++) work();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
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
