import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settledInTime } from './settled-in-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const NEVER = new Promise<string>(() => {});
const after = (ms: number, value: string): Promise<string> =>
  new Promise(resolve => setTimeout(() => resolve(value), ms));

/** The outcomes, and the time at which they were returned. */
async function settled(
  work: readonly Promise<string>[],
  timeMs: number | undefined,
): Promise<{ at: number; values: (string | undefined)[] }> {
  const start = Date.now();
  const waiting = settledInTime(work, value => value !== 'bad', timeMs).then(outcomes => ({
    at: Date.now() - start,
    values: outcomes.map(outcome => (outcome?.status === 'fulfilled' ? outcome.value : outcome?.status)),
  }));
  await vi.runAllTimersAsync();
  return waiting;
}

test.each<[string, () => Promise<string>[], number | undefined, number, (string | undefined)[]]>([
  ['the limit when one never settles', () => [NEVER, after(1, 'a')], 8, 8, [undefined, 'a']],
  ['the first good result after the limit', () => [NEVER, after(20, 'a')], 8, 20, [undefined, 'a']],
  [
    'all when only bad results are in at the limit',
    () => [after(20, 'b'), after(2, 'bad'), Promise.reject(new Error())],
    8,
    20,
    ['b', 'bad', 'rejected'],
  ],
  ['all when they settle in time', () => [after(2, 'a'), after(3, 'b')], 8, 3, ['a', 'b']],
  ['all when there is no limit', () => [after(2, 'a'), after(30, 'b')], undefined, 30, ['a', 'b']],
  ['nothing', () => [], 8, 0, []],
])('waits for %s', async (_, work, timeMs, at, values) => {
  expect(await settled(work(), timeMs)).toEqual({ at, values });
  expect(vi.getTimerCount()).toBe(0);
});
