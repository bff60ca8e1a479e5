import type { Lock } from '@toolmark/core';
import { referredTrees, type Trees } from '../sources/packages-file.ts';

/** A new content of the lock, or of the file of trees beside it. */
export type LockWrite = { readonly lock: Lock } | { readonly trees: Trees };

/** In the order in which they are written. Wherever that ends, the lock that is there has the trees that it refers to. */
export function lockWrites(before: Lock, after: Lock, known: Trees): readonly LockWrite[] {
  const [old, wanted] = [referredTrees(before, known), referredTrees(after, known)];
  return [{ trees: new Map([...old, ...wanted]) }, { lock: after }, { trees: wanted }];
}
