import { expect, test } from 'vitest';
import { refusalOf } from '../../../../test/refusal.ts';
import { loadFromNpm } from './sqlite.ts';

test('says what to do where SQLite for Node 20 is not installed or not built', () => {
  const { code, message } = refusalOf(() =>
    loadFromNpm(() => {
      throw new Error('No native build was found for platform=plan9');
    }),
  );
  expect(code).toBe('store.no-sqlite');
  expect(message).toContain('npm rebuild @photostructure/sqlite');
});
