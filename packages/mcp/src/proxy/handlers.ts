import type { JsonObject } from '@toolmark/core';
import { METHOD_NOT_FOUND } from '../connect/json-rpc-codes.ts';
import type { Call } from './call.ts';
import { callTool } from './call-tool.ts';
import { discover, initialize } from './greet.ts';
import { RpcError } from './json-rpc.ts';
import { listItems } from './list-items.ts';
import { listen } from './listen.ts';
import type { Session } from './session.ts';
import { passTask, taskResult } from './tasks.ts';
import { complete, getPrompt, readResource } from './use-item.ts';

type Handler = (session: Session, call: Call) => Promise<JsonObject>;

/** What answers a request; every request that the table of messages lets pass has a handler. */
export function handlerOf(method: string): Handler {
  const handler = HANDLERS.get(method);
  if (handler === undefined) throw new RpcError(METHOD_NOT_FOUND, 'Method not found');
  return handler;
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
  ['tasks/get', passTask],
  ['tasks/result', taskResult],
  ['tasks/cancel', passTask],
  ['logging/setLevel', (session, call) => session.broadcast(call)],
]);
