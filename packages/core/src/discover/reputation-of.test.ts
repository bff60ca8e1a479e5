import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countEstablished } from './count-established.ts';
import { type Evidence, penaltyOf, reputationOf } from './reputation-of.ts';
import { scoreCounts } from './score-counts.ts';
import { FEEDBACK_TYPES, tally, type Voice } from './tally.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const DAY = 86_400_000;
const daysAgo = (days: number): number => NOW.getTime() - days * DAY;

function voice(principal: string, type: Voice['type'], version = '1.0.0', days = 1): Voice {
  return { principal, type, version, at: daysAgo(days) };
}

function evidence(change: Partial<Evidence> = {}): Evidence {
  return {
    version: '1.0.0',
    voices: [],
    incidents: [],
    publisher: { id: 'acme', tools: [], others: [] },
    consumers: null,
    findings: null,
    ...change,
  };
}

const anyVoice: fc.Arbitrary<Voice> = fc.record({
  principal: fc.constantFrom('acme', 'ada', 'bob', 'eve'),
  version: fc.constantFrom('1.0.0', '1.1.0', '2.0.0', '2.1.0', '3.0.0'),
  type: fc.constantFrom(...FEEDBACK_TYPES),
  at: fc.integer({ min: 0, max: 400 }).map(daysAgo),
});
const voices = fc.array(anyVoice, { maxLength: 30 });

describe('the voices that count', () => {
  test.each<[string, Voice[], object]>([
    ['the publisher about itself', [voice('acme', 'positive_usage')], { positive: 0, negative: 0, reported: 0 }],
    [
      'one principal twice about one version: the latest',
      [voice('ada', 'positive_usage', '1.0.0', 1), voice('ada', 'negative_usage', '1.0.0', 2)],
      { positive: 1, negative: 0, reported: 0 },
    ],
    [
      'one principal twice at one moment: the graver',
      [voice('ada', 'positive_usage'), voice('ada', 'negative_usage')],
      { positive: 0, negative: 1, reported: 0 },
    ],
    [
      'one principal about five versions: the latest three',
      ['1.0.0', '1.0.1', '1.0.2', '1.0.3', '1.0.4'].map((version, i) => voice('ada', 'positive_usage', version, i)),
      { positive: 3, negative: 0, reported: 0 },
    ],
    [
      'a voice of 365 days, and one a moment older',
      [
        voice('ada', 'positive_usage', '1.0.0', 365),
        { ...voice('bob', 'positive_usage', '1.0.0', 365), at: daysAgo(365) - 1 },
      ],
      { positive: 1, negative: 0, reported: 0 },
    ],
    [
      'a report and a remark',
      [voice('ada', 'security_incident'), voice('bob', 'community_feedback')],
      { positive: 0, negative: 0, reported: 1 },
    ],
    [
      'a principal with a strange name',
      [voice('__proto__', 'negative_usage', 'constructor')],
      { positive: 0, negative: 1, reported: 0 },
    ],
  ])('%s', (_, given, expected) => {
    expect(tally(given, 'acme', NOW)).toEqual(expected);
  });

  test('their order does not matter', () => {
    fc.assert(
      fc.property(
        voices.chain(list => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, shuffled]) => {
          expect(tally(shuffled, 'acme', NOW)).toEqual(tally(list, 'acme', NOW));
        },
      ),
    );
  });

  test('repeated feedback does not count', () => {
    fc.assert(
      fc.property(voices, list => {
        expect(tally([...list, ...list], 'acme', NOW)).toEqual(tally(list, 'acme', NOW));
      }),
    );
  });

  test('[reputation.own-voice] feedback of the publisher does not count', () => {
    fc.assert(
      fc.property(voices, list => {
        const strangers = list.filter(({ principal }) => principal !== 'acme');
        expect(tally(list, 'acme', NOW)).toEqual(tally(strangers, 'acme', NOW));
      }),
    );
  });

  test('no crowd of versions gives one principal more than three voices', () => {
    fc.assert(
      fc.property(voices, list => {
        const { positive, negative, reported } = tally(
          list.map(one => ({ ...one, principal: 'eve' })),
          'acme',
          NOW,
        );
        expect(positive + negative + reported).toBeLessThanOrEqual(3);
      }),
    );
  });
});

describe('the reputation of a tool', () => {
  test('an unused tool of a new publisher with a clean scan scores in the middle', () => {
    const { score, parts } = reputationOf(evidence({ consumers: 0, findings: [] }), NOW);
    expect(parts).toEqual({ author: 0.5, feedback: 0.5, usage: 0, security: 1 });
    expect(score).toBe(0.5);
  });

  test('unknown usage and a missing scan are neutral, by the one formula there is', () => {
    expect(reputationOf(evidence(), NOW).parts).toEqual({ author: 0.5, feedback: 0.5, usage: 0.5, security: 0.5 });
  });

  test('the example of the spec comes out to the last bit', () => {
    const { score, parts } = scoreCounts({
      publisher: { establishedTools: 4, positive: 60, negative: 10, confirmedIncidents: 1 },
      positive: 30,
      negative: 5,
      confirmedIncidents: 1,
      consumers: 40,
      penalty: 0.1,
      quarantined: false,
    });
    expect(parts).toEqual({ author: 0.66, feedback: 0.6000000000000001, usage: 0.550671, security: 0.9 });
    expect(score).toBe(0.6681342000000001);
  });

  test.each([
    [0, 0],
    [1, 0.019801],
    [50, 0.632121],
    [150, 0.950213],
    [1_000_000, 1],
  ])('%i consumers give %d for usage', (consumers, usage) => {
    expect(reputationOf(evidence({ consumers }), NOW).parts.usage).toBe(usage);
  });

  test('[reputation.incident] a confirmed critical incident of the version outweighs every average, until it is withdrawn', () => {
    const loved = Array.from({ length: 500 }, (_, i) => voice(`user-${i}`, 'positive_usage'));
    const scoreOf = (incident: Partial<Evidence['incidents'][number]>): number =>
      reputationOf(
        evidence({
          voices: loved,
          incidents: [{ version: '1.0.0', severity: 'critical', state: 'confirmed', ...incident }],
        }),
        NOW,
      ).score;
    expect(scoreOf({})).toBe(0);
    expect(scoreOf({ version: '0.9.0' })).toBeGreaterThan(0.7);
    expect(scoreOf({ severity: 'high' })).toBeGreaterThan(0.7);
    expect(scoreOf({ state: 'withdrawn' })).toBeGreaterThan(scoreOf({ severity: 'high' }));
  });

  test.each(['open', 'dismissed', 'withdrawn'] as const)('an incident that is %s moves no score', state => {
    const incidents = [{ version: '1.0.0', severity: 'critical', state } as const];
    expect(reputationOf(evidence({ incidents }), NOW).score).toBe(reputationOf(evidence(), NOW).score);
  });

  test('a confirmed incident counts as in the original: five bad voices, and a mark for the author', () => {
    const incidents = [{ version: '1.0.0', severity: 'high', state: 'confirmed' } as const];
    expect(reputationOf(evidence({ incidents }), NOW).score).toBe(0.48649999999999993);
  });

  test('feedback on other tools of the publisher counts for the author only', () => {
    const others = [
      {
        voices: Array.from({ length: 100 }, (_, i) => voice(`user-${i}`, 'negative_usage')),
        incidents: [{ version: '1.0.0', severity: 'critical', state: 'confirmed' } as const],
      },
    ];
    const { parts, counts } = reputationOf(evidence({ publisher: { id: 'acme', tools: [], others } }), NOW);
    expect(parts).toEqual({ author: expect.closeTo(0.28, 12), feedback: 0.5, usage: 0.5, security: 0.5 });
    expect(counts.quarantined).toBe(false);
  });

  test('is between 0 and 1, and positive feedback of another principal never lowers it', () => {
    const good = fc.record({ ...voiceParts(), type: fc.constant('positive_usage' as const) });
    const finding = fc.record({ code: fc.constantFrom('a', 'b', 'c'), tier: fc.constantFrom('block', 'review') });
    const findings = fc.option(fc.array(finding));
    fc.assert(
      fc.property(voices, good, fc.option(fc.nat()), findings, (list, more, consumers, found) => {
        const before = reputationOf(evidence({ voices: list, consumers, findings: found }), NOW).score;
        const after = reputationOf(evidence({ voices: [...list, more], consumers, findings: found }), NOW).score;
        expect(before).toBeGreaterThanOrEqual(0);
        expect(after).toBeLessThanOrEqual(1);
        expect(after).toBeGreaterThanOrEqual(before - 1e-12);
      }),
    );
  });
});

function voiceParts() {
  return {
    principal: fc.constantFrom('ada', 'bob', 'eve', 'zoe'),
    version: fc.constantFrom('1.0.0', '1.1.0', '2.0.0'),
    at: fc.integer({ min: 0, max: 400 }).map(daysAgo),
  };
}

describe('tools that speak for their publisher', () => {
  const tool = (digest: string, days: number, quarantined = false) => ({
    digest,
    publishedAt: daysAgo(days),
    quarantined,
  });

  test.each([
    ['ten tools of today', Array.from({ length: 10 }, (_, i) => tool(`${i}`, 0)), 0],
    ['one of exactly 30 days', [tool('a', 30)], 0],
    ['one of more than 30 days', [tool('a', 30.1)], 1],
    ['the same tool ten times', Array.from({ length: 10 }, (_, i) => tool('a', 40 + i)), 1],
    ['one that is quarantined under another name', [tool('a', 40), tool('a', 40, true), tool('b', 40)], 1],
  ])('%s', (_, tools, count) => {
    expect(countEstablished(tools, NOW)).toBe(count);
  });
});

describe('penalty of findings', () => {
  test.each([
    ['nothing', [], 0],
    ['a finding to review', ['review a'], 0.1],
    ['the same code many times', ['review a', 'review a', 'review a'], 0.1],
    ['the worst of one code', ['review a', 'block a'], 0.5],
    ['different codes', ['review a', 'block b'], 0.6],
  ])('%s', (_, findings, penalty) => {
    const weighed = findings.map(text => {
      const [tier, code = ''] = text.split(' ');
      return { tier: tier === 'block' ? ('block' as const) : ('review' as const), code };
    });
    expect(penaltyOf(weighed)).toBe(penalty);
    const security = reputationOf(evidence({ findings: weighed }), NOW).parts.security;
    expect(security).toBe(Math.max(1 - penalty, 0));
  });

  test('the part never falls below zero', () => {
    const findings = ['a', 'b', 'c', 'd'].map(code => ({ code, tier: 'block' as const }));
    expect(reputationOf(evidence({ findings }), NOW).parts.security).toBe(0);
  });
});
