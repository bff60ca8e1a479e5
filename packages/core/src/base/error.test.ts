import { expect, test } from 'vitest';
import { refusalIn, ToolmarkError } from './error.ts';

test('returns a caught ToolmarkError', () => {
  const refusal = new ToolmarkError('json.syntax', 'Not JSON.', { pointer: '/a' });
  expect(refusalIn(refusal)).toBe(refusal);
});

test.each([[new TypeError('a fault')], ['a word'], [undefined], [{ code: 'json.syntax', message: 'Not JSON.' }]])(
  'an error that is not a ToolmarkError is rethrown: %o',
  caught => {
    let passedOn: unknown = 'nothing';
    try {
      refusalIn(caught);
    } catch (error) {
      passedOn = error;
    }
    expect(passedOn).toBe(caught);
  },
);
