import { isJsonObject, type Json, type JsonObject, member } from '@toolmark/core';
import { INVALID_PARAMS } from '../../connect/json-rpc-codes.ts';
import { askServer } from '../decide/ask-server.ts';
import type { Call } from '../decide/call.ts';
import { checkItem } from '../decide/check-item.ts';
import { findReadable } from '../decide/find-resource.ts';
import { recordFollowing } from '../decide/use-item.ts';
import { RpcError } from '../json-rpc.ts';
import type { Session } from '../session.ts';
import { FOREVER_MS, SUBSCRIPTION_ID, streamKey } from '../upstream/server-streams.ts';

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';

/** Opens a stream at every server and joins their notifications into one. */
export async function listen(session: Session, call: Call): Promise<JsonObject> {
  const wanted = member(call.params, 'notifications');
  if (wanted === undefined || !isJsonObject(wanted))
    throw new RpcError(INVALID_PARAMS, 'subscriptions/listen needs a notifications object.');
  const acknowledge = acknowledger(session, call, session.servers.size);
  const streams = [...session.servers.keys()].map(async key => {
    try {
      const filter = { ...wanted, ...(await followable(session, call, key, wanted)) };
      return await listenTo(session, call, key, filter, acknowledge);
    } finally {
      acknowledge({});
    }
  });
  const [first] = await Promise.all(streams.map(stream => stream.catch((error: unknown) => ({ error }))));
  if (first !== undefined && 'error' in first && streams.length === 1) throw first.error;
  return { resultType: 'complete', _meta: { [SUBSCRIPTION_ID]: call.id } };
}

function listenTo(
  session: Session,
  call: Call,
  key: string,
  filter: JsonObject,
  acknowledge: (filter: JsonObject) => void,
): Promise<JsonObject> {
  const onNotification = (method: string, params: JsonObject): void => {
    if (method === ACKNOWLEDGED) acknowledge(agreed(params, filter));
    else session.send({ jsonrpc: '2.0', method, params: underId(params, call.id) }, call.id);
  };
  let name = '';
  const onSent = (id: number): void => {
    name = streamKey(key, id);
    session.subscriptions.set(name, onNotification);
  };
  const params = { ...call.params, notifications: filter };
  return askServer(session, key, 'subscriptions/listen', params, call, { timeoutMs: FOREVER_MS, onSent }).finally(() =>
    session.subscriptions.delete(name),
  );
}

/** Only readable URIs, each at its own server. */
async function followable(
  session: Session,
  call: Call,
  key: string,
  { resourceSubscriptions }: JsonObject,
): Promise<JsonObject> {
  if (!Array.isArray(resourceSubscriptions)) return {};
  const mine: Json[] = [];
  for (const uri of resourceSubscriptions) {
    if (typeof uri === 'string' && (await isFollowable(session, call, key, uri))) mine.push(uri);
  }
  return { resourceSubscriptions: mine };
}

async function isFollowable(session: Session, call: Call, key: string, uri: string): Promise<boolean> {
  const { settings, liveNames } = session.guard;
  const use = findReadable(session, uri);
  const { item, list } = use;
  if (item === undefined) {
    return settings.mode !== 'enforce' && liveNames.find('resources', uri)?.server === key;
  }
  if (item.server !== key) return false;
  const change = settings.mode === 'enforce' ? await checkItem(session, { list, item }, false) : undefined;
  if (change !== undefined) return false;
  await recordFollowing(session, call, use);
  return true;
}

/** Acknowledges once, with what all servers agreed to. */
function acknowledger(session: Session, call: Call, servers: number): (filter: JsonObject) => void {
  let waiting = servers;
  let notifications: JsonObject = {};
  return filter => {
    if (waiting === 0) return;
    notifications = joined(notifications, filter);
    waiting--;
    if (waiting > 0) return;
    const params = { notifications, _meta: { [SUBSCRIPTION_ID]: call.id } };
    session.send({ jsonrpc: '2.0', method: ACKNOWLEDGED, params }, call.id);
  };
}

function joined(a: JsonObject, b: JsonObject): JsonObject {
  const uris = [a, b].flatMap(({ resourceSubscriptions: found }): Json[] => (Array.isArray(found) ? [...found] : []));
  return { ...a, ...b, ...(uris.length === 0 ? {} : { resourceSubscriptions: uris }) };
}

/** The part of the filter that the server agreed to. */
function agreed(params: JsonObject, filter: JsonObject): JsonObject {
  const given = member(params, 'notifications');
  const notifications = given !== undefined && isJsonObject(given) ? given : {};
  const flags = Object.keys(filter).filter(name => filter[name] === true && member(notifications, name) === true);
  const { resourceSubscriptions: asked } = filter;
  const { resourceSubscriptions: followed } = notifications;
  const uris = Array.isArray(asked) && Array.isArray(followed) ? followed.filter(uri => asked.includes(uri)) : [];
  return {
    ...Object.fromEntries(flags.map(name => [name, true])),
    ...(uris.length === 0 ? {} : { resourceSubscriptions: uris }),
  };
}

function underId(params: JsonObject, id: Json): JsonObject {
  const meta = member(params, '_meta');
  return { ...params, _meta: { ...(meta !== undefined && isJsonObject(meta) ? meta : {}), [SUBSCRIPTION_ID]: id } };
}
