import { LIST_NAMES } from '@toolmark/core/formats';
import type { NamedServer } from '../../connect/server-source.ts';
import { rememberListing } from '../client/locked-listing.ts';
import { reportWithheld } from '../client/withheld-items.ts';
import type { Guarded, Session } from '../session.ts';
import { ServerMessages } from './server-messages.ts';
import { FOREVER_MS, streamKey } from './server-streams.ts';
import { SignedUpdates } from './signed-updates.ts';
import { Upstream } from './upstream.ts';
import { WatchedLists } from './watched-lists.ts';

/** Puts one server behind a session: its messages, its lists, and what happens when it stops or restarts. */
export function guardServer(session: Session, server: NamedServer): Guarded {
  const { guard } = session;
  const { key } = server;
  const upstream: Upstream = new Upstream(server, guard.upstreamSettings(key), {
    onRequest: (id, method, params) => messages.receiveRequest(id, method, params),
    onNotification: (method, params) => messages.receiveNotification(method, params),
    onExtra: (what, name) => guard.noteRemoved(key, what, name),
    onInvalid: () => guard.noteMessage(key, '', 'guard.malformed', 'Not a valid MCP message.'),
    onStray: what => guard.noteMessage(key, what, 'guard.unknown-message', 'No request waits for it.'),
    onGone: () => {
      session.requests.drop(upstream);
      lists.invalidateAll();
    },
    onDown: error => guard.stderr(`${key}: ${error.message}`),
    onUp: () => {
      watchLists(session, key);
      for (const list of LIST_NAMES) if (list !== 'templates') session.notifyChanged(list);
    },
  });
  const messages = new ServerMessages(session, upstream);
  const lists = new WatchedLists(key, guard, guard.settings, {
    ask: (method, params) => upstream.request(method, session.withMeta(params)),
    onListed: (list, id) => guard.liveNames.note(key, list, id),
    onRead: (list, items, isFirst) => {
      if (isFirst) rememberListing(guard, key, list, items);
      const report = (): void => reportWithheld(session, key, list, items);
      if (updates === undefined) report();
      else updates.onRead(items, report);
    },
    onRemoved: (method, name) => guard.noteRemoved(key, method, name),
  });
  const given = guard.settings.updates;
  const updates = given && new SignedUpdates(session, key, given);
  return { upstream, lists, ...(updates && { updates }), watchedStart: 0 };
}

/** Subscribes to changes of the lists: since 2026-07-28 servers announce them to subscribers only. */
export function watchLists(session: Session, key: string): void {
  const guarded = session.server(key);
  const { upstream } = guarded;
  if (!upstream.isModern || guarded.watchedStart === upstream.starts) return;
  guarded.watchedStart = upstream.starts;
  const notifications = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
  // ServerMessages invalidates the lists, so this stream needs no action of its own.
  const onSent = (id: number): void => void session.subscriptions.set(streamKey(key, id), () => {});
  upstream
    .request('subscriptions/listen', session.withMeta({ notifications }), { timeoutMs: FOREVER_MS, onSent })
    .catch(() => {});
}
