import { jcs, readJson } from '@toolmark/core';
import { pythonForm, readExactJson } from '@toolmark/core/json';
import canonicalize from 'canonicalize';
import { reorderKeys } from '../../test/arbitrary-tool.ts';
import { must, type Target, unlessRefused } from '../target.ts';

// The package's types wrongly declare a module.
const writeElsewhere = canonicalize as unknown as (value: unknown) => string;

export const canonical: Target = {
  name: 'canonical',
  promise: 'The canonical form equals that of another implementation, round-trips, and ignores member order.',
  seeds: [
    '{"b":[1.5,1e21,-0,1e-7],"a":{"\\u20ac":"\\r","\\ufb33":1,"\\ud83d\\ude02":2},"":[]}',
    '{"1":1,"10":2,"9":3}',
  ],
  words: ['5e-324', '1.7976931348623157e308', '\\u2028', '\\u007f', '\\ufb33', '\\ud83d\\ude02'],
  run(input) {
    const value = unlessRefused(() => readJson(input));
    const text = value === undefined ? undefined : unlessRefused(() => jcs(value));
    if (value === undefined || text === undefined) return;
    must(text === writeElsewhere(value), 'Another implementation writes a different text.');
    must(jcs(readJson(Buffer.from(text))) === text, 'The text does not round-trip.');
    must(jcs(reorderKeys(value)) === text, 'Member order changes the text.');
    const python = pythonForm(readExactJson(input));
    must(jcs(readJson(Buffer.from(python))) === text, 'The Python form differs.');
  },
};
