import type { JsonObject } from '@toolmark/core';
import { METHOD_NOT_FOUND } from '../connect/json-rpc-codes.ts';
import { callTool } from './call-tool.ts';
import { discover, initialize } from './greet.ts';
import { RpcError } from './json-rpc.ts';
import { listItems } from './list-items.ts';
import { listen } from './listen.ts';
import type { Call, Session } from './session.ts';
import { taskResult } from './tasks.ts';
import { complete, getPrompt, readResource } from './use-item.ts';

type Handler = (session: Session, call: Call) => Promise<JsonObject>;

/** What answers a method. */
export function handlerOf(method: string): Handler {
  return HANDLERS.get(method) ?? passOn;
}

const HANDLERS = new Map<string, Handler>([
  ['initialize', initialize],
  ['server/discover', discover],
  ['ping', async () => ({})],
  ['tools/list', (session, call) => listItems(session, call, 'tools')],
  ['prompts/list', (session, call) => listItems(session, call, 'prompts')],
  ['resources/list', (session, call) => listItems(session, call, 'resources')],
  ['resources/templates/list', (session, call) => listItems(session, call, 'templates')],
  ['tools/call', callTool],
  ['prompts/get', getPrompt],
  ['resources/read', readResource],
  ['resources/subscribe', readResource],
  ['resources/unsubscribe', readResource],
  ['completion/complete', complete],
  ['subscriptions/listen', listen],
  ['tasks/result', taskResult],
  ['logging/setLevel', (session, call) => session.broadcast(call)],
]);

/** A method that the guard has no part in. With several servers nobody knows whose it is. */
async function passOn(session: Session, call: Call): Promise<JsonObject> {
  const only = session.onlyServer;
  if (only === undefined) throw new RpcError(METHOD_NOT_FOUND, 'Method not found');
  call.target = only.upstream.key;
  return session.ask(only.upstream.key, call.method, call.params, call);
}
