import { expect, test } from 'vitest';
import { type Protocol, probeMs } from './version-negotiation.ts';

test.each<[string, 'stdio' | 'http', Protocol, number, number]>([
  ['a silent child costs five seconds at most', 'stdio', 'auto', 30_000, 5_000],
  ['and half of a short time-out', 'stdio', 'auto', 3_000, 1_500],
  ['without another way to ask, only the time-out counts', 'stdio', 'modern', 30_000, 60_000],
  ['over HTTP silence is no answer, and only the time-out counts', 'http', 'auto', 30_000, 60_000],
])('%s', (_, kind, protocol, timeoutMs, expected) => {
  expect(probeMs(kind, protocol, timeoutMs)).toBe(expected);
});
