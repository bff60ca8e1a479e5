import { isJsonObject, type JsonObject, member } from '@toolmark/core';
import { INVALID_PARAMS, METHOD_NOT_FOUND } from '../connect/json-rpc-codes.ts';
import type { OfferedTool } from './catalogue.ts';
import { checkedResult } from './checked-result.ts';
import { RpcError } from './json-rpc.ts';
import type { Call, Session } from './session.ts';

/** Results of more tasks than this are forgotten, the oldest first. */
const MAX_TASKS = 1_024;

/** Which tool works on which task in the background: its result, fetched later, is one of that tool. */
export class Tasks {
  private readonly tools = new Map<string, OfferedTool>();

  /** Remembers the task that a call has begun, and hands its result on. */
  note(tool: OfferedTool, result: JsonObject): JsonObject {
    const task = member(result, 'task');
    const id = task !== undefined && isJsonObject(task) ? member(task, 'taskId') : undefined;
    if (typeof id !== 'string') return result;
    this.tools.set(id, tool);
    const [oldest] = this.tools.keys();
    if (this.tools.size > MAX_TASKS && oldest !== undefined) this.tools.delete(oldest);
    return result;
  }

  find(id: unknown): OfferedTool | undefined {
    return typeof id === 'string' ? this.tools.get(id) : undefined;
  }
}

/** The result of a task is checked like that of a call. A task that no call of this session has begun has none. */
export async function taskResult(session: Session, call: Call): Promise<JsonObject> {
  const only = session.onlyServer?.upstream.key;
  if (only === undefined) throw new RpcError(METHOD_NOT_FOUND, 'Method not found');
  const tool = session.tasks.find(member(call.params, 'taskId'));
  // A server that knows no tasks says so itself.
  const result = await session.ask(only, call.method, call.params, call);
  if (session.guard.settings.mode !== 'enforce') return result;
  if (tool === undefined) throw new RpcError(INVALID_PARAMS, 'Unknown task');
  return checkedResult(session, call, tool, result);
}
