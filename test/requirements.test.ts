import { expect, test } from 'vitest';
import { REQUIREMENTS } from './requirements.ts';

test('every promise has an id of its own, so that a page that names one means one', () => {
  const ids = REQUIREMENTS.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});
