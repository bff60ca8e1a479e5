import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countStanding, type StandingVoice } from './tally.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const DAY_MS = 86_400_000;
const daysAgo = (days: number): number => NOW.getTime() - days * DAY_MS;

const voice = (principal: string, standing: StandingVoice['standing'], days = 1): StandingVoice => ({
  ...{ principal, standing, at: daysAgo(days) },
});

test.each<[string, StandingVoice[], object]>([
  ['no voices', [], { good: 0, bad: 0 }],
  ['the publisher about itself', [voice('acme', 'good')], { good: 0, bad: 0 }],
  ['one principal about ten tools', Array.from({ length: 10 }, (_, i) => voice('ada', 'good', i)), { good: 1, bad: 0 }],
  ['one principal who changed its mind', [voice('ada', 'good', 2), voice('ada', 'bad', 1)], { good: 0, bad: 1 }],
  ['one principal twice at one moment', [voice('ada', 'bad'), voice('ada', 'good')], { good: 0, bad: 1 }],
  ['a voice of 365 days, and an older one', [voice('ada', 'good', 365), voice('bob', 'bad', 366)], { good: 1, bad: 0 }],
])('%s', (_, voices, expected) => {
  expect(countStanding(voices, 'acme', NOW)).toEqual(expected);
});

test('neither order nor repetition changes the counts', () => {
  const any = fc.record({
    principal: fc.constantFrom('acme', 'ada', 'bob', 'eve'),
    standing: fc.constantFrom('good' as const, 'bad' as const),
    at: fc.integer({ min: 0, max: 400 }).map(daysAgo),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 20 }), voices => {
      const counts = countStanding(voices, 'acme', NOW);
      expect(countStanding([...voices].reverse().concat(voices), 'acme', NOW)).toEqual(counts);
      expect(counts.good + counts.bad).toBeLessThanOrEqual(3);
    }),
  );
});
