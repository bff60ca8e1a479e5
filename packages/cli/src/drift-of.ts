import {
  type Change,
  drift,
  type LockedPackage,
  type LockedServer,
  type SeverityColumn,
  type Snapshot,
} from '@toolmark/core';
import { NOTHING } from './nothing-locked.ts';

/** What a server changed. The code that explains changes is large, and most checks find none: load this when one does. */
export function driftOf(
  locked: LockedServer | undefined,
  live: Snapshot,
  reachedAs: LockedPackage | null,
  severities: SeverityColumn,
): Change[] {
  return drift(locked ?? NOTHING, live, { severities, package: reachedAs });
}
