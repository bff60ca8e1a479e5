import { type JsonObject, member, ToolmarkError } from '@toolmark/core';
import type { Reply } from '../../connect/parse-answer.ts';
import { metaOf } from '../json-rpc.ts';
import type { Session } from '../session.ts';
import type { AskOptions } from '../upstream/upstream-options.ts';
import type { Call } from './call.ts';
import { cleanDeep, extras, isLong, pick } from './rebuild.ts';
import { rebuildError } from './rebuild-error.ts';
import { rebuildResult } from './rebuild-result.ts';
import { serverTrouble } from './refusals.ts';

/** Sends a request of the client to a server and returns its rebuilt result; throws the server's error, rebuilt. */
export function askServer(
  session: Session,
  key: string,
  method: string,
  params: JsonObject,
  call: Call,
  options: Pick<AskOptions, 'timeoutMs' | 'onSent' | 'headers' | 'mustBeOpen'> = {},
): Promise<JsonObject> {
  const reply = session.server(key).upstream.request(method, params, {
    timeoutMs: session.guard.settings.callTimeoutMs,
    ...options,
    cancellation: call.cancellation,
    onProgress: progressOf(session, key, call),
    text: params === call.params ? call.text : undefined,
  });
  return reply.then(given => resultOf(session, key, call, given), rethrow);
}

function resultOf(session: Session, key: string, call: Call, reply: Reply): JsonObject {
  if (!reply.ok) throw rebuildError(session, key, call, reply);
  call.given = reply;
  return rebuildResult(session, key, call, reply.result);
}

function rethrow(error: unknown): never {
  throw error instanceof ToolmarkError ? serverTrouble(error) : error;
}

const PROGRESS = ['progress', 'total', 'message'];

/** Forwards progress to a client that sent a progress token, under that token. */
function progressOf(session: Session, key: string, { id, params }: Call): AskOptions['onProgress'] {
  const { guard } = session;
  const progressToken = member(metaOf(params), 'progressToken');
  if (progressToken === undefined) return undefined;
  const method = 'notifications/progress';
  return given => {
    for (const name of extras(given, [...PROGRESS, 'progressToken', '_meta'])) guard.noteRemoved(key, method, name);
    const { progress, total = 0, message = '' } = given;
    const isProgress = typeof progress === 'number' && typeof total === 'number' && typeof message === 'string';
    if (!isProgress || isLong(given))
      return guard.noteMessage(key, method, 'guard.malformed', 'It is too long or not a progress notification.');
    const rebuilt = cleanDeep(pick(given, PROGRESS)) as JsonObject;
    session.send({ jsonrpc: '2.0', method, params: { ...rebuilt, progressToken } }, id);
  };
}
