import { ToolmarkError } from '@toolmark/core';
import { expect, test } from 'vitest';
import { namePattern } from './name-pattern.ts';

test.each<[text: string, like: string | undefined, longest?: string]>([
  ['read_file', undefined],
  ['100%', undefined],
  ['read_*', 'read\\_%', 'read_'],
  ['*_file', '%\\_file', '_file'],
  ['a**b?c', 'a%b_c', 'a'],
  ['*', '%', ''],
  ['%*\\', '\\%%\\\\', '%'],
])('%s is matched as %s', (text, like, longest = '') => {
  expect(namePattern(text)).toEqual(like === undefined ? undefined : { like, longest });
});

test('refuses a pattern with more wildcards than a name needs', () => {
  expect(() => namePattern('*a'.repeat(9))).toThrow(ToolmarkError);
  expect(namePattern('*a'.repeat(8))).toBeDefined();
});
