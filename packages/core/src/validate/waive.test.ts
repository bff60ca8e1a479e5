import { expect, test } from 'vitest';
import type { Finding } from '../base/index.ts';
import { applyWaivers } from './waive.ts';

const now = new Date('2027-06-30T23:59:59.999Z');
const finding: Finding = {
  code: 'semantic.link-in-text',
  severity: 'warning',
  pointer: '/description',
  message: 'The description leads to "https://a.example".',
  tool: 'fetch',
};
const waiver = { rule: 'semantic.link-in-text', reason: 'our own site', expires: '2027-06-30' };
const waived = { reason: 'our own site', expires: '2027-06-30' };
const expired = {
  code: 'policy.waiver-expired',
  severity: 'warning',
  pointer: '',
  message: 'The waiver for semantic.link-in-text expired on 2027-06-29.',
};

test.each([
  'semantic.link',
  'schema.required',
  'json.syntax',
  'semantic.duplicate-name',
  'policy.waiver-expired',
  'constructor',
  '*',
  '',
  'x\u001b[2K',
])('a waiver for %j is refused, even with nothing to waive', rule => {
  const waivers = [waiver, { ...waiver, rule }];
  expect(() => applyWaivers([], waivers, now)).toThrow(
    expect.objectContaining({ code: 'policy.unknown-rule', pointer: '/waivers/1/rule' }),
  );
});

test('a refusal does not repeat control characters', () => {
  expect(() => applyWaivers([], [{ ...waiver, rule: 'x\u001b[2K' }], now)).toThrow('x\\u{1b}[2K');
});

test('an expired waiver for an unknown rule is refused too', () => {
  expect(() => applyWaivers([], [{ ...waiver, rule: 'x', expires: '2000-01-01' }], now)).toThrow();
});

test('a waived finding stays in the list and says why', () => {
  expect(applyWaivers([finding], [waiver], now)).toEqual([{ ...finding, waived }]);
});

test('a waiver holds until the end of its last day, in UTC', () => {
  const nextDay = new Date('2027-07-01T00:00:00Z');
  expect(applyWaivers([finding], [waiver], now)[0]?.waived).toEqual(waived);
  expect(applyWaivers([finding], [waiver], nextDay)[0]?.waived).toBeUndefined();
});

test('an expired waiver excuses nothing and is reported', () => {
  expect(applyWaivers([finding], [{ ...waiver, expires: '2027-06-29' }], now)).toEqual([finding, expired]);
});

test('an expired waiver that would excuse nothing is not reported', () => {
  expect(applyWaivers([], [{ ...waiver, expires: '2027-06-29' }], now)).toEqual([]);
});

test('an expired waiver of one tool is reported with its tool', () => {
  const waivers = [{ ...waiver, tool: 'fetch', expires: '2027-06-29' }];
  expect(applyWaivers([finding], waivers, now)).toEqual([finding, { ...expired, tool: 'fetch' }]);
});

test('a waiver in force counts after an expired one', () => {
  const waivers = [{ ...waiver, expires: '2027-06-29' }, waiver];
  expect(applyWaivers([finding], waivers, now)).toEqual([{ ...finding, waived }, expired]);
});

test.each<[string, Partial<Finding>]>([
  ['another tool', { tool: 'Fetch' }],
  ['no tool', { tool: undefined as never }],
  ['another rule', { code: 'semantic.mixed-script' }],
])('a waiver for one tool leaves a finding of %s alone', (_, change) => {
  const other = { ...finding, ...change };
  expect(applyWaivers([other], [{ ...waiver, tool: 'fetch' }], now)).toEqual([other]);
});

test('a waiver without a tool excuses every tool', () => {
  const found = applyWaivers([finding, { ...finding, tool: 'other' }], [waiver], now);
  expect(found.map(each => each.waived)).toEqual([waived, waived]);
});

test('findings about parameters can be waived', () => {
  const pattern = { ...finding, code: 'semantic.parameter-pattern-cost' };
  expect(applyWaivers([pattern], [{ ...waiver, rule: pattern.code }], now)[0]?.waived).toEqual(waived);
});

test('without waivers the list is given back as it was, and is a new one', () => {
  const found = Object.freeze([finding]);
  expect(applyWaivers(found, [], now)).toEqual(found);
  expect(applyWaivers(found, [], now)).not.toBe(found);
});
