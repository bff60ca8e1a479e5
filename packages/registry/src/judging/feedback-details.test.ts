import { type JsonObject, readJson } from '@toolmark/core';
import { expect, test } from 'vitest';
import { refusalOf } from '../../../../test/refusal.ts';
import { checkDetails, checkStanding, parseReport } from './feedback-details.ts';

function detailsOf(text: string): JsonObject {
  return readJson(Buffer.from(text)) as JsonObject;
}

test.each<[string, string, (details: JsonObject) => unknown, string]>([
  ['details that are too deep', `{"a":${'['.repeat(9)}${']'.repeat(9)}}`, checkDetails, '/details'],
  ['a number beyond 2^53', '{"n":[12345678901234567890]}', checkDetails, '/details'],
  ['a report of an unknown severity', '{"severity":"awful","summary":"bad"}', parseReport, '/details/severity'],
  ['a report with a blank summary', '{"severity":"low","summary":" "}', parseReport, '/details/summary'],
  ['an unknown standing', '{"standing":"great"}', checkStanding, '/details/standing'],
])('rejects %s', (_, text, check, pointer) => {
  const error = refusalOf(() => check(detailsOf(text)));
  expect([error.code, error.pointer]).toEqual(['request.malformed', pointer]);
});

test('accepts details of the largest depth and size', () => {
  const deepest = `{"a":${'['.repeat(7)}${']'.repeat(7)}}`;
  for (const text of [deepest, `{"a":"${'x'.repeat(8_184)}"}`])
    expect(() => checkDetails(detailsOf(text))).not.toThrow();
});
