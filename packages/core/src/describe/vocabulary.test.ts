import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DOMAIN_MEANINGS, SERVICE_DOMAINS } from './service-domains.ts';
import {
  CAPABILITIES,
  highestRisk,
  OPERATION_GROUPS,
  OPERATION_MEANINGS,
  OPERATIONS,
  RISK_LEVELS,
  type RiskLevel,
  riskRank,
} from './vocabulary.ts';

test('thirty service domains are known, each once, in alphabetical order and lower snake case', () => {
  expect(SERVICE_DOMAINS).toHaveLength(30);
  expect(SERVICE_DOMAINS).toEqual([...new Set(SERVICE_DOMAINS)].sort());
  for (const domain of SERVICE_DOMAINS) expect(domain).toMatch(/^[a-z]+(_[a-z]+)*$/);
});

test.each(['contacts', 'product_analytics', 'observability', 'sales_intelligence', 'survey', 'business_intelligence'])(
  'the younger domain %s is among them',
  domain => {
    expect(SERVICE_DOMAINS).toContain(domain);
  },
);

test.each([
  ['service-domains.ts', DOMAIN_MEANINGS],
  ['vocabulary.ts', OPERATION_MEANINGS],
])('the doc comments in %s say what the table says', (file, meanings) => {
  const source = readFileSync(path.join(import.meta.dirname, file), 'utf8');
  const comments = [...source.matchAll(/\/\*\* (.*) \*\/\n {2}\| '(\w+)'/g)].map(([, meaning, word]) => [
    word,
    meaning,
  ]);
  expect(comments).toEqual(Object.entries(meanings));
});

test('there are five operations, and each belongs to exactly one group', () => {
  expect(OPERATIONS.toSorted()).toEqual(['create', 'delete', 'opaque', 'read', 'update']);
  expect(Object.values(OPERATION_GROUPS).flat().toSorted()).toEqual(OPERATIONS.toSorted());
});

test('there are eight capabilities, each once', () => {
  expect(new Set(CAPABILITIES).size).toBe(8);
  expect(CAPABILITIES).toHaveLength(8);
});

test('risk levels rise from low to critical', () => {
  expect(RISK_LEVELS.map(riskRank)).toEqual([0, 1, 2, 3]);
});

test.each<[RiskLevel, RiskLevel[]]>([
  ['low', []],
  ['low', ['low']],
  ['critical', ['critical', 'low']],
  ['high', ['low', 'high', 'medium', 'high']],
])('the highest is %s of %j', (expected, levels) => {
  expect(highestRisk(levels)).toBe(expected);
});
