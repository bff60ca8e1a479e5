import { expect, test } from 'vitest';
import { refusalIn, ToolmarkError } from './error.ts';

test('a refusal that was caught is handed over as it was', () => {
  const refusal = new ToolmarkError('json.syntax', 'Not JSON.', { pointer: '/a' });
  expect(refusalIn(refusal)).toBe(refusal);
});

test.each([[new TypeError('a fault')], ['a word'], [undefined], [{ code: 'json.syntax', message: 'Not JSON.' }]])(
  'what is no refusal is never taken for one: %o',
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
