import { REVOCATION_REASONS } from '@toolmark/core';
import { expect, test } from 'vitest';
import { REASONS } from '../main.ts';

test('the reasons that help lists are those a revocation list knows', () => {
  expect(REASONS).toEqual([...REVOCATION_REASONS]);
});
