import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placesOf, refusalOf } from '../../../../test/refusal.ts';
import { parseReputationInput, parseReputationInputs } from './parse-reputation.ts';
import { applyEvents, needsReview, type ReputationInput, scoreReputation } from './score-reputation.ts';

const NOTHING: ReputationInput = { author: null, feedback: null, usage_statistics: null, security_analysis: null };

describe('a score', () => {
  // Facts about the original formula that the weights and the threshold were chosen by.
  test.each([
    ['nothing is known', NOTHING, [], 0.5],
    ['80 good and 20 bad voices', { ...NOTHING, feedback: { positive: 80, negative: 20 } }, [], 0.59],
    ['one incident', NOTHING, ['security_incident'], 0.48649999999999993],
    ['unused, with the worst scan', { ...NOTHING, usage_statistics: 0, security_analysis: 0 }, [], 0.3],
    ['unknown events', NOTHING, ['downloads', '', '__proto__'], 0.5],
    ['a bad voice', NOTHING, ['negative_usage'], 0.49849999999999994],
    ['the community has spoken', NOTHING, ['community_feedback'], 0.524],
  ])('%s', (_, input, events, score) => {
    expect(scoreReputation(applyEvents(input, events)).score).toBe(score);
  });

  test('a review is called for strictly below 0.3', () => {
    expect(needsReview(0.3)).toBe(false);
    expect(needsReview(0.3 - Number.EPSILON)).toBe(true);
  });

  test('applying events does not change the input', () => {
    const given = Object.freeze({ ...NOTHING, feedback: Object.freeze({ positive: 1 }) });
    expect(applyEvents(given, ['positive_usage', 'security_incident']).feedback).toEqual({ positive: 2, negative: 5 });
    expect(given.feedback).toEqual({ positive: 1 });
  });

  test('it is always from 0 to 1, whatever the parser lets in', () => {
    const count = fc.maxSafeNat();
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const part = fc.option(fc.double({ min: -(2 ** 53 - 1), max: 2 ** 53 - 1, noNaN: true }));
    const author = fc.record(
      { published_tools: count, average_tool_rating: share, security_incidents: count, community_standing: share },
      { requiredKeys: [] },
    );
    const feedback = fc.record({ positive: fc.maxSafeInteger(), negative: fc.maxSafeInteger() }, { requiredKeys: [] });
    const input = fc.record({
      author: fc.option(author),
      feedback: fc.option(feedback),
      usage_statistics: part,
      security_analysis: part,
    });
    fc.assert(
      fc.property(input, given => {
        const { score } = scoreReputation(parseReputationInput(given));
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('reading evidence', () => {
  test.each<[string, unknown, string[]]>([
    ['no object', null, ['schema.type ']],
    ['a misspelt member', { feedbacks: {} }, ['schema.unknown-member /feedbacks']],
    ['a misspelt member of the author', { author: { rating: 1 } }, ['schema.unknown-member /author/rating']],
    ['a count below zero', { author: { published_tools: -1 } }, ['schema.length /author/published_tools']],
    ['half an incident', { author: { security_incidents: 0.5 } }, ['schema.length /author/security_incidents']],
    ['a rating in stars', { author: { average_tool_rating: 4.5 } }, ['schema.length /author/average_tool_rating']],
    ['null in an author', { author: { community_standing: null } }, ['schema.type /author/community_standing']],
    ['a count beyond 2^53', { feedback: { positive: 2n ** 53n } }, ['schema.length /feedback/positive']],
    ['a part beyond 2^53', { usage_statistics: 1e300 }, ['schema.length /usage_statistics']],
    ['a number in a text', { security_analysis: '1' }, ['schema.type /security_analysis']],
    ['true', { usage_statistics: true }, ['schema.type /usage_statistics']],
    ['NaN', { usage_statistics: Number.NaN }, ['json.not-json /usage_statistics']],
    ['events that are not a list', { events: 'positive_usage' }, ['schema.type /events']],
    ['an event that is not text', { events: ['x', { type: 'positive_usage' }] }, ['schema.type /events/1']],
    ['two mistakes', { author: [], events: {} }, ['schema.type /author', 'schema.type /events']],
  ])('%s is refused with its place', (_, value, places) => {
    const refusal = refusalOf(() => parseReputationInput(value));
    expect(refusal.code).toBe('reputation.malformed');
    expect(placesOf(refusal)).toEqual(places);
  });

  test('a member called __proto__ is a member like any other', () => {
    const refusal = refusalOf(() => parseReputationInput(Buffer.from('{"__proto__": {"author": null}}')));
    expect(placesOf(refusal)).toEqual(['schema.unknown-member /__proto__']);
  });

  test('one object, a list and a file of cases are read the same way', () => {
    const one = { feedback: { positive: 1 } };
    const read = [{ ...NOTHING, ...one, events: [] }];
    expect([one, [one], { note: 'x', cases: [one] }].map(parseReputationInputs)).toEqual([read, read, read]);
    expect(parseReputationInputs([])).toEqual([]);
  });

  test('mistakes in a list name the item', () => {
    const refusal = refusalOf(() => parseReputationInputs({ cases: [{}, 7] }));
    expect(placesOf(refusal)).toEqual(['schema.type /cases/1']);
  });

  test('a list of a hundred thousand mistakes is refused and does not exhaust the stack', () => {
    const { findings } = refusalOf(() => parseReputationInputs(Array.from({ length: 100_000 }, () => null)));
    expect(findings.length).toBeLessThan(2_000);
  });
});
