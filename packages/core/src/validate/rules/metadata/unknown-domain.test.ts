import { expect, test } from 'vitest';
import type { Json } from '../../../base/index.ts';
import { documentWith, mcpToolWith, ruleTable, subjectOf } from '../rule-table.ts';
import { unknownDomain } from './unknown-domain.ts';

const serving = (...service_domains: Json[]): Json =>
  documentWith({ metadata: { classification: { service_domains } } });
const at = '/tool/metadata/classification/service_domains';

test('names the domain that a misspelt one is near to', () => {
  const finding = (domain: string) => unknownDomain.check(subjectOf(serving(domain), []))[0]?.message;
  expect(finding('e_mail')).toBe('"e_mail" is not a known service domain. Similar: email.');
  expect(finding('calender')).toBe('"calender" is not a known service domain. Similar: calendar.');
  expect(finding('fax')).toBe('"fax" is not a known service domain.');
});

ruleTable(unknownDomain, {
  rejects: [
    ['a misspelt domain', serving('e_mail'), `${at}/0`],
    ['a name that every object has', serving('constructor'), `${at}/0`],
    ['strangers among known ones', serving('email', 'fax', 'calendar', 'telex'), `${at}/1`, `${at}/3`],
    [
      "a stranger in Arcade's metadata",
      mcpToolWith({ _meta: { arcade: { metadata: { classification: { service_domains: ['fax'] } } } } }),
      '/_meta/arcade/metadata/classification/service_domains/0',
    ],
  ],
  accepts: [
    ['a domain that steers a terminal, which the schema refuses', serving('e\u001b[2Kmail')],
    ['a look-alike of a domain and one in capitals, which the schema refuses', serving('еmail', 'EMAIL')],
    ['domains of the wrong type, which are reported already', serving('fax', 7)],
    ['an empty list', serving()],
    ['no classification', documentWith({ metadata: { classification: undefined } })],
    ['two known domains', serving('email', 'observability')],
    ['domains added after the vocabulary was published', serving('contacts', 'product_analytics', 'survey')],
  ],
});
