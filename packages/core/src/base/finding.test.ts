import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Finding, hasErrors, sortFindings } from './finding.ts';

const finding: Finding = { code: 'x.bad', severity: 'error', pointer: '', message: 'Bad.' };
const waived = { reason: 'known', expires: '2027-01-01' };

test.each<[string, boolean, Finding[]]>([
  ['nothing', false, []],
  ['a waived error', false, [{ ...finding, waived }]],
  ['a waived error beside one that is not', true, [{ ...finding, waived }, finding]],
  ['an error', true, [finding]],
  ['a warning', false, [{ ...finding, severity: 'warning' }]],
  ['a remark', false, [{ ...finding, severity: 'info' }]],
])('%s has an error that is not waived: %s', (_, expected, findings) => {
  expect(hasErrors(findings)).toBe(expected);
});

test('findings are sorted by pointer, code and message', () => {
  const sorted = [
    finding,
    { ...finding, pointer: '/a', code: 'a' },
    { ...finding, pointer: '/a', code: 'b', message: 'A' },
    { ...finding, pointer: '/a', code: 'b', message: 'B' },
    { ...finding, pointer: '/b', code: 'a' },
  ];
  expect(sortFindings(sorted.toReversed())).toEqual(sorted);
});

test('the order depends only on the content', () => {
  const word = fc.constantFrom('a', 'b');
  const anyFinding: fc.Arbitrary<Finding> = fc.record(
    {
      code: word,
      severity: fc.constantFrom('error', 'warning', 'info'),
      pointer: word,
      message: word,
      tool: word,
      server: word,
      evidence: word,
      waived: fc.record({ reason: word, expires: word }),
    },
    { requiredKeys: ['code', 'severity', 'pointer', 'message'] },
  );
  const orders = fc
    .array(anyFinding)
    .chain(found => fc.tuple(fc.constant(found), fc.shuffledSubarray(found, { minLength: found.length })));
  fc.assert(
    fc.property(orders, ([found, shuffled]) => {
      expect(sortFindings(shuffled)).toEqual(sortFindings(found));
    }),
  );
});

test('the list given is left as it was', () => {
  const given = Object.freeze([{ ...finding, pointer: '/b' }, finding]);
  expect(sortFindings(given)).toHaveLength(2);
});
