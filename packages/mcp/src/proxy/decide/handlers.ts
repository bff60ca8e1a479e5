import type { JsonObject } from '@toolmark/core';
import { LIST_KINDS, LIST_NAMES } from '@toolmark/core/formats';
import { METHOD_NOT_FOUND } from '../../connect/json-rpc-codes.ts';
import { discover, initialize } from '../client/initialize.ts';
import { listItems } from '../client/list-items.ts';
import { listen } from '../client/listen.ts';
import { RpcError } from '../json-rpc.ts';
import type { Session } from '../session.ts';
import { askServer } from './ask-server.ts';
import type { Call } from './call.ts';
import { callTool } from './call-tool.ts';
import { passTask, taskResult } from './pass-task.ts';
import { complete, getPrompt, readResource } from './use-item.ts';

type Handler = (session: Session, call: Call) => Promise<JsonObject>;

/** The handler of a request; every admitted request has one. */
export function handlerOf(method: string): Handler {
  const handler = HANDLERS.get(method);
  if (handler === undefined) throw new RpcError(METHOD_NOT_FOUND, 'Method not found');
  return handler;
}

const HANDLERS = new Map<string, Handler>([
  ['initialize', initialize],
  ['server/discover', discover],
  ['ping', async () => ({})],
  ...LIST_NAMES.map((list): [string, Handler] => [
    LIST_KINDS[list].method,
    (session, call) => listItems(session, call, list),
  ]),
  ['tools/call', callTool],
  ['prompts/get', getPrompt],
  ['resources/read', readResource],
  ['resources/subscribe', readResource],
  ['resources/unsubscribe', readResource],
  ['completion/complete', complete],
  ['subscriptions/listen', listen],
  ['tasks/get', passTask],
  ['tasks/result', taskResult],
  ['tasks/cancel', passTask],
  ['logging/setLevel', broadcast],
]);

/** Sends a request to every server and answers with the first result. */
async function broadcast(session: Session, call: Call): Promise<JsonObject> {
  const replies = await Promise.allSettled(
    [...session.servers.keys()].map(key => askServer(session, key, call.method, call.params, call)),
  );
  const answered = replies.find(reply => reply.status === 'fulfilled') ?? replies[0];
  if (answered?.status === 'fulfilled') return answered.value;
  throw answered?.reason ?? new RpcError(METHOD_NOT_FOUND, 'Method not found');
}
