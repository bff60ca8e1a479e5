import { expect, test } from 'vitest';
import { logError } from './log-error.ts';

test('omits what a driver attaches to its error', () => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (hash)=(abc) exists', row: 1 });
  const logged = logError(new Error('it failed', { cause }));
  expect(JSON.stringify(logged)).not.toContain('abc');
  expect(logged).toMatchObject({ type: 'Error', message: 'it failed', cause: { code: '23505' } });
});

test('stops at circular causes', () => {
  const error = new Error('round');
  error.cause = error;
  expect(JSON.stringify(logError(error)).split('"round"').length - 1).toBe(4);
});

test('omits a thrown value that is not an Error', () => {
  expect(logError('Bearer tmk_secret')).toEqual({ type: 'string', message: 'not an error' });
});
