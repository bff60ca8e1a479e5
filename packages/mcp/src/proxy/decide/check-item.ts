import { ToolmarkError } from '@toolmark/core';
import { LIST_KINDS, type ListName } from '@toolmark/core/formats';
import type { Offered } from '../catalogue.ts';
import { missingNeed } from '../client/missing-need.ts';
import type { Session } from '../session.ts';

/** A reason to refuse a request regardless of the policy. */
export interface Denial {
  readonly decision: 'deny';
  readonly code: string;
  readonly explain: string;
  readonly rule?: undefined;
  readonly violations?: undefined;
}

/** A locked item and its list. */
export interface ListedItem {
  readonly list: ListName;
  readonly item: Pick<Offered, 'server' | 'id'>;
}

/** Why the item cannot be used now. Reads the list unless it is fresh. */
export async function checkItem(
  session: Session,
  { list, item }: ListedItem,
  isRechecked = session.guard.settings.recheckEveryCall,
): Promise<Denial | undefined> {
  const watched = session.server(item.server).lists[list];
  try {
    await (isRechecked ? watched.recheck() : watched.refresh());
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    const explain = `Could not check the ${LIST_KINDS[list].item} against the lock. ${error.message}`;
    return denial('guard.unchecked', explain);
  }
  return checkSeen(session, { list, item });
}

/** Why the item cannot be used, by the last reading of the list. */
export function checkSeen(session: Session, { list, item }: ListedItem): Denial | undefined {
  const watched = session.server(item.server).lists[list];
  const seen = watched.stateOf(item);
  if (seen === 'locked') {
    const { guard } = session;
    if (guard.settings.updates?.isRequired !== true) return undefined;
    const digest = watched.versionSeen(item.id)?.locked.digest;
    const unsigned = guard.reasonAgainstUnsigned(item.server, list, item.id, digest);
    return unsigned && denial(unsigned.code, unsigned.explain);
  }
  const needed = seen === 'missing' ? missingNeed(session, list, item) : undefined;
  if (needed !== undefined) return denial('guard.needs-capability', needed);
  if (seen === 'missing') return denial('guard.missing', `The server no longer lists the ${LIST_KINDS[list].item}.`);
  const advice = 'Run "toolmark check" to see the diff, and "toolmark lock" to accept it.';
  return denial(
    'guard.drifted',
    `The definition of the ${LIST_KINDS[list].item} changed since it was locked. ${advice}`,
  );
}

function denial(code: string, explain: string): Denial {
  return { decision: 'deny', code, explain };
}
