import { closeSync, openSync, statSync } from 'node:fs';
import { storeError } from './store-error.ts';

/** Makes the file of a database that only its owner can read, if there is none. What else SQLite lays beside it is so too. */
export function makeOwnFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
  } catch {
    // SQLite says what is wrong with it.
  }
}

/**
 * A question whether the file that was opened is still the one at its path. Who has a file open goes on writing into it when it
 * is removed, and all of that is lost. Throws `store.unavailable`.
 */
export function sameFile(path: string): () => void {
  const opened = identityOf(path);
  return () => {
    if (identityOf(path) !== opened) throw storeError('store.unavailable');
  };
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev} ${found.ino}`;
}
