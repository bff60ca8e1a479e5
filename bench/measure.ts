import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { few, isShort } from './effort.ts';

/** Microseconds per call after warming up: the best of several rounds, because noise only adds time. */
export function measure(work: () => unknown, roundMs = 150, rounds = 9): number {
  const calls = settle(work, roundMs);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < few(rounds); round++) best = Math.min(best, time(work, calls) / calls);
  return best * 1000;
}

/** Warms up and returns how many calls fill a round. */
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

/** The engine optimises and deoptimises for about this long. */
const WARM_UP_MS = 1000;
const WARM_UP_CALLS = 12;

function time(work: () => unknown, calls: number): number {
  const start = performance.now();
  for (let call = 0; call < calls; call++) work();
  return performance.now() - start;
}

/** Median processor time per call of two functions, in microseconds. They take turns, so that other load affects both. */
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
  return cpuSince(start);
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
}

/** Processor time per call in microseconds, the best of many short turns taken alternately. */
export async function alternate(
  ours: () => Promise<unknown>,
  floor: () => Promise<unknown>,
): Promise<[number, number]> {
  const best: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let turn = 0; turn < few(40); turn++) {
    best[0] = Math.min(best[0], await cpuPerCall(ours));
    best[1] = Math.min(best[1], await cpuPerCall(floor));
  }
  return best;
}

async function cpuPerCall(work: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + 25;
  const start = process.cpuUsage();
  let calls = 0;
  do {
    await work();
    calls++;
  } while (performance.now() < end);
  return cpuSince(start) / calls;
}

/** The median time of each in microseconds. They run in turn, and every other round in reverse, so that a busy moment hits them alike. */
export function medians(works: readonly (() => unknown)[], most = 21): number[] {
  const rounds = few(most);
  const times = works.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    const entries = [...works.entries()];
    for (const [index, work] of round % 2 === 0 ? entries : entries.reverse()) times[index]?.push(timeOf(work));
  }
  return times.map(each => each.toSorted((a, b) => a - b)[rounds >> 1] ?? 0);
}

function timeOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return (performance.now() - start) * 1000;
}

/** One line of the report: a result and a floor measured in the same run. */
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

/** Formats a time in microseconds, or a number of bytes. */
export const microseconds = (value: number): string => `${value.toFixed(1)} µs`;
export const milliseconds = (value: number): string => `${(value / 1000).toFixed(2)} ms`;
export const megabytes = (value: number): string => `${(value / 1e6).toFixed(1)} MB`;

/** At most so many times the floor. */
export function atMost(most: number, name: string, ours: number, floor: number, format = milliseconds): Ratio {
  return { name, ours: format(ours), floor: format(floor), ratio: ours / floor, wanted: { atMost: most } };
}

/** At least this share of the speed of the floor; both are times. */
export function atSpeed(least: number, name: string, ours: number, floor: number, format = microseconds): Ratio {
  return { name, ours: format(ours), floor: format(floor), ratio: floor / ours, wanted: { atLeast: least } };
}

/** Bytes in use after garbage collection. */
export function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

export function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return user + system;
}
