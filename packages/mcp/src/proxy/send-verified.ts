import type { JsonObject } from '@toolmark/core';
import { type Denial, findChange, type ListedItem } from './find-change.ts';
import type { Session } from './session.ts';
import type { WatchedList } from './watched-list.ts';

/** What became of a request for something locked. */
export type Sent =
  | { readonly outcome: 'answered'; readonly result: JsonObject }
  /** It was not sent: the item is not what was locked any more. */
  | { readonly outcome: 'refused'; readonly denial: Denial }
  /** The item changed while the server worked. */
  | { readonly outcome: 'withheld'; readonly denial: Denial; readonly result: JsonObject };

/** A server that restarts or changes its list each time it was read is given up. */
const MAX_ATTEMPTS = 3;

/**
 * Sends a request to the process whose list showed the item as locked. A list loses its validity when its process ends, so
 * whatever happened since the decision, the list of the process that gets the request was read and judged. The answer is
 * checked again when the list has changed meanwhile.
 */
export function sendVerified(session: Session, listed: ListedItem, send: () => Promise<JsonObject>): Promise<Sent> {
  const list = session.server(listed.item.server).lists[listed.list];
  // Nothing may be awaited between this check and the sending.
  return list.isVerified(listed.item) ? sendNow(session, listed, list, send) : verifyFirst(session, listed, list, send);
}

async function verifyFirst(
  session: Session,
  listed: ListedItem,
  list: WatchedList,
  send: () => Promise<JsonObject>,
): Promise<Sent> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const denial = await findChange(session, listed);
    if (denial !== undefined) return { outcome: 'refused', denial };
    if (list.isVerified(listed.item)) return sendNow(session, listed, list, send);
  }
  return { outcome: 'refused', denial: RESTLESS };
}

const RESTLESS: Denial = {
  decision: 'deny',
  code: 'guard.unchecked',
  explain: 'The server changes its list each time it is read.',
};

async function sendNow(
  session: Session,
  listed: ListedItem,
  list: WatchedList,
  send: () => Promise<JsonObject>,
): Promise<Sent> {
  const { generation } = list;
  const result = await send();
  const denial = generation === list.generation ? undefined : await findChange(session, listed);
  return denial === undefined ? { outcome: 'answered', result } : { outcome: 'withheld', denial, result };
}
