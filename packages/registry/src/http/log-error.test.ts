import { expect, test } from 'vitest';
import { logError } from './log-error.ts';

test('what a driver hangs on its error does not reach the log', () => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (hash)=(abc) exists', row: 1 });
  const logged = logError(new Error('it failed', { cause }));
  expect(JSON.stringify(logged)).not.toContain('abc');
  expect(logged).toMatchObject({ type: 'Error', message: 'it failed', cause: { code: '23505' } });
});

test('causes that go round in a circle end', () => {
  const error = new Error('round');
  error.cause = error;
  expect(JSON.stringify(logError(error)).split('"round"').length - 1).toBe(4);
});

test('what is thrown and no error is not shown', () => {
  expect(logError('Bearer tmk_secret')).toEqual({ type: 'string', message: 'not an error' });
});
