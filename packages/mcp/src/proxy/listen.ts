import { isJsonObject, type Json, type JsonObject, member } from '@toolmark/core';
import { INVALID_PARAMS } from '../connect/json-rpc-codes.ts';
import type { Call } from './call.ts';
import { findChange } from './find-change.ts';
import { type Id, RpcError } from './json-rpc.ts';
import type { Session } from './session.ts';
import { findReadable, recordFollowing } from './use-item.ts';

/** Who wants the notifications of one stream of one server, by server and number of the stream. */
export type Subscriptions = Map<string, OnNotification>;

/** The name of one stream of one server. */
export function streamKey(server: string, id: Id): string {
  return JSON.stringify([server, id]);
}

export type OnNotification = (method: string, params: JsonObject) => void;

const ID = 'io.modelcontextprotocol/subscriptionId';
const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
/** A stream stays open until somebody ends it. */
export const FOR_EVER_MS = 2 ** 31 - 1;

/** Opens a stream of notifications at every server that has some, and joins them into one. */
export async function listen(session: Session, call: Call): Promise<JsonObject> {
  const wanted = member(call.params, 'notifications');
  if (wanted === undefined || !isJsonObject(wanted)) throw new RpcError(INVALID_PARAMS, 'A stream says what it wants.');
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
  return { resultType: 'complete', _meta: { [ID]: call.id } };
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
  return session.subscribe(key, { ...call.params, notifications: filter }, call, onNotification);
}

/** Only addresses that may be read, each at the server that has it. */
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
    return settings.mode !== 'enforce' && liveNames.find('resources', uri, session)?.server === key;
  }
  if (item.server !== key) return false;
  const change = settings.mode === 'enforce' ? await findChange(session, { list, item }, false) : undefined;
  if (change !== undefined) return false;
  await recordFollowing(session, call, use);
  return true;
}

/** Says once what all servers together have agreed to. */
function acknowledger(session: Session, call: Call, servers: number): (filter: JsonObject) => void {
  let waiting = servers;
  let notifications: JsonObject = {};
  return filter => {
    if (waiting === 0) return;
    notifications = joined(notifications, filter);
    waiting--;
    if (waiting > 0) return;
    const params = { notifications, _meta: { [ID]: call.id } };
    session.send({ jsonrpc: '2.0', method: ACKNOWLEDGED, params }, call.id);
  };
}

function joined(a: JsonObject, b: JsonObject): JsonObject {
  const uris = [a, b].flatMap(({ resourceSubscriptions: found }): Json[] => (Array.isArray(found) ? [...found] : []));
  return { ...a, ...b, ...(uris.length === 0 ? {} : { resourceSubscriptions: uris }) };
}

/** What the server agreed to, of what was asked of it. */
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
  return { ...params, _meta: { ...(meta !== undefined && isJsonObject(meta) ? meta : {}), [ID]: id } };
}
