import { isJsonObject, type Json, type JsonObject, member } from '@toolmark/core';
import { INVALID_PARAMS } from '../connect/json-rpc-codes.ts';
import { RELATED_TASK } from '../connect/parse-answer.ts';
import type { Call } from './call.ts';
import type { OfferedTool } from './catalogue.ts';
import { checkedResult, withholdResult } from './checked-result.ts';
import { RpcError } from './json-rpc.ts';
import { LONGEST_ID } from './known-ids.ts';
import { TASK_MEMBERS } from './messages.ts';
import { cleanDeep, pick } from './rebuild.ts';
import { guardError } from './refusals.ts';
import { sendVerified } from './send-verified.ts';
import type { Session } from './session.ts';

/** Results of more tasks than this are forgotten, the oldest first. */
const MAX_TASKS = 1_024;

/** A task by the call that began it. */
interface Task {
  readonly server: string;
  /** Absent for a tool that is not locked, in a mode that lets it pass. */
  readonly tool: OfferedTool | undefined;
}

/** Which tool works on which task in the background: its result, fetched later, is one of that tool. */
export class Tasks {
  private readonly tasks = new Map<string, Task>();

  /** Remembers the task that a call began, and returns its result. A task id is used once. */
  note(begun: Task, result: JsonObject): JsonObject {
    const task = member(result, 'task');
    if (task === undefined || !isJsonObject(task)) return result;
    const id = member(task, 'taskId');
    if (typeof id !== 'string') return result;
    if (this.tasks.has(id) || id.length > LONGEST_ID)
      throw guardError('guard.unexpected-result', 'The server used the id of another task.');
    this.tasks.set(id, begun);
    const [oldest] = this.tasks.keys();
    if (this.tasks.size > MAX_TASKS && oldest !== undefined) this.tasks.delete(oldest);
    return { ...result, task: rebuildTask(task) };
  }

  find(id: unknown): Task | undefined {
    return typeof id === 'string' ? this.tasks.get(id) : undefined;
  }

  /** The member of `_meta` that says which task a message belongs to, if it is one that this server began in the session. */
  related(server: string, meta: JsonObject): JsonObject {
    const related = member(meta, RELATED_TASK);
    const taskId = related !== undefined && isJsonObject(related) ? member(related, 'taskId') : undefined;
    if (taskId === undefined || this.find(taskId)?.server !== server) return {};
    return { [RELATED_TASK]: { taskId } };
  }
}

/** State of a task that a call of this session began, or the end of it. */
export async function passTask(session: Session, call: Call): Promise<JsonObject> {
  const { server } = taskOf(session, call);
  call.target = server;
  const result = await session.ask(server, call.method, call.params, call);
  if (member(result, 'taskId') === member(call.params, 'taskId')) return rebuildTask(result);
  throw guardError('guard.unexpected-result', 'The server answered about another task.');
}

/** A task as the client gets it: known members that are texts or numbers. */
function rebuildTask(task: Json | undefined): JsonObject {
  const known = task !== undefined && isJsonObject(task) ? pick(task, [...TASK_MEMBERS, '_meta']) : {};
  const plain = Object.entries(known).filter(([name, value]) => name === '_meta' || isPlain(value));
  return cleanDeep(Object.fromEntries(plain)) as JsonObject;
}

function isPlain(value: Json): boolean {
  return value === null || typeof value === 'string' || typeof value === 'number';
}

/** The result of a task is checked like that of the call that began it. */
export async function taskResult(session: Session, call: Call): Promise<JsonObject> {
  const { server, tool } = taskOf(session, call);
  call.target = server;
  const ask = (mustBeOpen: boolean): Promise<JsonObject> =>
    session.ask(server, call.method, call.params, call, { mustBeOpen });
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
