import type { Database } from './database.ts';

/**
 * A way to write that knows how often it was used, and how many wait. What failed counts too: whoever waits for it must
 * look again.
 */
export function countingWrites(
  write: Database['write'],
  onWritten: (seconds: number) => void,
): Pick<Database, 'write' | 'writes' | 'writesWaiting'> {
  let count = 0;
  let waiting = 0;
  return {
    write: async change => {
      const started = performance.now();
      waiting += 1;
      try {
        return await write(change);
      } finally {
        waiting -= 1;
        count += 1;
        onWritten((performance.now() - started) / 1000);
      }
    },
    writes: () => count,
    writesWaiting: () => waiting,
  };
}
