import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { soak } from './soak.ts';

test.skipIf(!existsSync('/proc/self/statm'))(
  'a faulty server never affects another, and no decision is lost',
  async () => {
    const { lost, isLogged, orphans, failed } = await soak(1_000);
    expect({ lost, isLogged, orphans }).toEqual({ lost: 0, isLogged: true, orphans: 0 });
    expect(failed).toBeGreaterThan(0);
  },
);
