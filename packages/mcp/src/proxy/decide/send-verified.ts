import type { JsonObject } from '@toolmark/core';
import type { Session } from '../session.ts';
import type { WatchedList } from '../upstream/watched-list.ts';
import { checkItem, type Denial, type ListedItem } from './check-item.ts';

/** The outcome of a request for a locked item. */
export type Sent =
  | { readonly outcome: 'answered'; readonly result: JsonObject }
  /** Not sent: the item differs from the lock. */
  | { readonly outcome: 'refused'; readonly denial: Denial }
  /** The item changed before the answer. */
  | { readonly outcome: 'withheld'; readonly denial: Denial; readonly result: JsonObject };

/** For servers that restart or change their list after each reading. */
const MAX_ATTEMPTS = 3;

/**
 * Sends a request to the process whose list has the item as locked. A list becomes invalid when its process ends, so the list of the
 * process that receives the request is always the one that was checked. If the list changes before the answer, the item is checked again.
 */
export function sendVerified(session: Session, listed: ListedItem, send: () => Promise<JsonObject>): Promise<Sent> {
  const list = session.server(listed.item.server).lists[listed.list];
  // No await between this check and sending.
  return list.isVerified(listed.item) ? sendNow(session, listed, list, send) : verifyFirst(session, listed, list, send);
}

async function verifyFirst(
  session: Session,
  listed: ListedItem,
  list: WatchedList,
  send: () => Promise<JsonObject>,
): Promise<Sent> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const denial = await checkItem(session, listed);
    if (denial !== undefined) return { outcome: 'refused', denial };
    if (list.isVerified(listed.item)) return sendNow(session, listed, list, send);
  }
  return { outcome: 'refused', denial: UNSTABLE };
}

const UNSTABLE: Denial = {
  decision: 'deny',
  code: 'guard.unchecked',
  explain: 'The server changes its list on every reading.',
};

async function sendNow(
  session: Session,
  listed: ListedItem,
  list: WatchedList,
  send: () => Promise<JsonObject>,
): Promise<Sent> {
  const { generation } = list;
  const result = await send();
  const denial = generation === list.generation ? undefined : await checkItem(session, listed);
  return denial === undefined ? { outcome: 'answered', result } : { outcome: 'withheld', denial, result };
}
