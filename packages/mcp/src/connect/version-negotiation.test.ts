import { expect, test } from 'vitest';
import { type Protocol, probeMs } from './version-negotiation.ts';

test.each<[string, 'stdio' | 'http', Protocol, number, number]>([
  ['waits five seconds at most for a silent child', 'stdio', 'auto', 30_000, 5_000],
  ['waits half of a short timeout', 'stdio', 'auto', 3_000, 1_500],
  ['without a fallback only the timeout counts', 'stdio', 'modern', 30_000, 60_000],
  ['over HTTP only the timeout counts', 'http', 'auto', 30_000, 60_000],
])('%s', (_, kind, protocol, timeoutMs, expected) => {
  expect(probeMs(kind, protocol, timeoutMs)).toBe(expected);
});
