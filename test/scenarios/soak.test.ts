import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { soak } from './soak.ts';

/** Processes and their memory are read from where Linux shows them. */
const IS_LINUX = existsSync('/proc/self/statm');

test.skipIf(!IS_LINUX)('a good server never feels its bad neighbour, and no decision is lost', async () => {
  const { lost, isLogged, orphans, failed, calls } = await soak(6);
  expect({ lost, isLogged, orphans }).toEqual({ lost: 0, isLogged: true, orphans: 0 });
  expect(failed).toBeGreaterThan(0);
  expect(calls).toBeGreaterThan(100);
});
