import type { Database } from './database.ts';

/** A way to write that knows how often it was used. What failed counts too: whoever waits for it must look again. */
export function countingWrites(write: Database['write']): Pick<Database, 'write' | 'writes'> {
  let count = 0;
  return {
    write: async change => {
      try {
        return await write(change);
      } finally {
        count += 1;
      }
    },
    writes: () => count,
  };
}
