import { ToolmarkError } from '@toolmark/core';
import { LIST_KINDS, type ListName } from '../connect/list-kinds.ts';
import type { Offered } from './catalogue.ts';
import { missingNeed } from './missing-need.ts';
import type { Session } from './session.ts';

/** A reason to refuse a request, whatever the policy says. */
export interface Denial {
  readonly decision: 'deny';
  readonly code: string;
  readonly explain: string;
  readonly rule?: undefined;
  readonly violations?: undefined;
}

/** Something locked, and the list that shows it. */
export interface ListedItem {
  readonly list: ListName;
  readonly item: Pick<Offered, 'server' | 'id'>;
}

/** Reads the list, unless it is fresh, and says why the item cannot be used. */
export async function findChange(
  session: Session,
  { list, item }: ListedItem,
  isRechecked = session.guard.settings.recheckEveryCall,
): Promise<Denial | undefined> {
  const watched = session.server(item.server).lists[list];
  try {
    await (isRechecked ? watched.recheck() : watched.refresh());
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    const explain = `Could not check whether the ${LIST_KINDS[list].item} is still as it was locked. ${error.message}`;
    return denial('guard.unchecked', explain);
  }
  return changeSeen(session, { list, item });
}

/** Why the item cannot be used, by the list that was read last. */
export function changeSeen(session: Session, { list, item }: ListedItem): Denial | undefined {
  const seen = session.server(item.server).lists[list].look(item);
  if (seen === 'locked') return undefined;
  const needed = seen === 'missing' ? missingNeed(session, list, item) : undefined;
  if (needed !== undefined) return denial('guard.needs-capability', needed);
  if (seen === 'missing')
    return denial('guard.missing', `The server does not offer the ${LIST_KINDS[list].item} any more.`);
  const advice = 'Run "toolmark check" to see the diff, and "toolmark lock" to accept it.';
  return denial(
    'guard.drifted',
    `The definition of the ${LIST_KINDS[list].item} changed since it was locked. ${advice}`,
  );
}

function denial(code: string, explain: string): Denial {
  return { decision: 'deny', code, explain };
}
