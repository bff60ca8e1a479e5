import { type JsonObject, member } from '@toolmark/core';
import { INVALID_PARAMS } from '../../connect/json-rpc-codes.ts';
import { RpcError } from '../json-rpc.ts';
import type { Session } from '../session.ts';
import { askServer } from './ask-server.ts';
import type { Call } from './call.ts';
import { checkedResult, withholdResult } from './checked-result.ts';
import { guardError } from './refusals.ts';
import { sendVerified } from './send-verified.ts';
import { rebuildTask, type Task } from './tasks.ts';

/** Gets or cancels a task of this session. */
export async function passTask(session: Session, call: Call): Promise<JsonObject> {
  const { server } = taskOf(session, call);
  call.target = server;
  const result = await askServer(session, server, call.method, call.params, call);
  if (member(result, 'taskId') === member(call.params, 'taskId')) return rebuildTask(result);
  throw guardError('guard.unexpected-result', 'The server answered about another task.');
}

/** Checks the result of a task like that of the call that started it. */
export async function taskResult(session: Session, call: Call): Promise<JsonObject> {
  const { server, tool } = taskOf(session, call);
  call.target = server;
  const ask = (mustBeOpen: boolean): Promise<JsonObject> =>
    askServer(session, server, call.method, call.params, call, { mustBeOpen });
  const note = (result: JsonObject): JsonObject => session.links.note(server, tool, call, result);
  if (session.guard.settings.mode !== 'enforce' || tool === undefined) return note(await ask(false));
  const sent = await sendVerified(session, { list: 'tools', item: tool }, () => ask(true));
  if (sent.outcome === 'answered') return note(checkedResult(session, call, tool, sent.result));
  return withholdResult(session, call, sent.denial.code, sent.denial.explain);
}

function taskOf(session: Session, { params }: Call): Task {
  const task = session.tasks.find(member(params, 'taskId'));
  if (task === undefined) throw new RpcError(INVALID_PARAMS, 'Unknown task');
  return task;
}
