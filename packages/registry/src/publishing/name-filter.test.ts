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

test('of many names that resemble none, hardly one is taken for another', () => {
  const filter = new NameFilter();
  for (let i = 0; i < 30_000; i++) filter.add(nameKey(`tool${(i * 7_919).toString(36)}`));
  const others = Array.from({ length: 200 }, (_, i) => nameKey(`quite_another_name_for_${(i * 104_729).toString(36)}`));
  expect(others.filter(key => filter.mayResemble(key))).toEqual([]);
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
