import { nameKey } from '@toolmark/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NameFilter } from './name-filter.ts';

test.each([
  ['the same name', 'send_email', true],
  ['one that looks like it', 'send-emaiI', true],
  ['one slip away', 'sent_email', true],
  ['another name', 'translate', false],
])('%s', (_, name, expected) => {
  const filter = new NameFilter();
  filter.add(nameKey('send_email'));
  expect(filter.mayResemble(nameKey(name))).toBe(expected);
});

test('however many names there are, none is forgotten', () => {
  const names = fc.uniqueArray(fc.stringMatching(/^[a-z0-9_]{1,40}$/), { minLength: 600, maxLength: 1_200 });
  fc.assert(
    fc.property(names, list => {
      const filter = new NameFilter();
      for (const name of list) filter.add(nameKey(name));
      expect(list.filter(name => !filter.mayResemble(nameKey(name)))).toEqual([]);
    }),
    { numRuns: 3 },
  );
});
