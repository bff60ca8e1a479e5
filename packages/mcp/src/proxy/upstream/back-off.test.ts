import { expect, test } from 'vitest';
import { BackOff } from './back-off.ts';

test('doubles the delay with every exit, up to 30 seconds', () => {
  const backOff = new BackOff();
  const delays = Array.from({ length: 11 }, () => backOff.next(0));
  expect(delays).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000]);
});

test('resets the delay after a minute of uptime, not earlier', () => {
  const backOff = new BackOff();
  backOff.next(0);
  backOff.isUp(1_000);
  expect(backOff.next(60_999)).toBe(200);
  backOff.isUp(61_000);
  expect(backOff.next(121_000)).toBe(100);
});
