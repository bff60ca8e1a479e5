import { isJsonObject, type Json, type JsonObject, member } from '@toolmark/core';
import { RELATED_TASK } from '../../connect/parse-answer.ts';
import type { OfferedTool } from '../catalogue.ts';
import { LONGEST_ID } from '../known-ids.ts';
import { TASK_MEMBERS } from './messages.ts';
import { cleanDeep, pick } from './rebuild.ts';
import { guardError } from './refusals.ts';

const MAX_TASKS = 1_024;

/** The call that started a task. */
export interface Task {
  readonly server: string;
  /** Undefined for a call forwarded only because of the mode. */
  readonly tool: OfferedTool | undefined;
}

/** Tasks of this session and their tools. Forgets the oldest first. */
export class Tasks {
  private readonly tasks = new Map<string, Task>();

  /** Stores the task that a result starts, and returns the result. Throws if the id is in use. */
  note(begun: Task, result: JsonObject): JsonObject {
    const task = member(result, 'task');
    if (task === undefined || !isJsonObject(task)) return result;
    const id = member(task, 'taskId');
    if (typeof id !== 'string') return result;
    if (this.tasks.has(id) || id.length > LONGEST_ID)
      throw guardError('guard.unexpected-result', 'The server reused a task id.');
    this.tasks.set(id, begun);
    const [oldest] = this.tasks.keys();
    if (this.tasks.size > MAX_TASKS && oldest !== undefined) this.tasks.delete(oldest);
    return { ...result, task: rebuildTask(task) };
  }

  find(id: unknown): Task | undefined {
    return typeof id === 'string' ? this.tasks.get(id) : undefined;
  }

  /** The related-task member of `_meta`, if this server started that task in this session. */
  related(server: string, meta: JsonObject): JsonObject {
    const related = member(meta, RELATED_TASK);
    const taskId = related !== undefined && isJsonObject(related) ? member(related, 'taskId') : undefined;
    if (taskId === undefined || this.find(taskId)?.server !== server) return {};
    return { [RELATED_TASK]: { taskId } };
  }
}

/** A task for the client: known members that are strings or numbers. */
export function rebuildTask(task: Json | undefined): JsonObject {
  const known = task !== undefined && isJsonObject(task) ? pick(task, [...TASK_MEMBERS, '_meta']) : {};
  const plain = Object.entries(known).filter(([name, value]) => name === '_meta' || isPlain(value));
  return cleanDeep(Object.fromEntries(plain)) as JsonObject;
}

function isPlain(value: Json): boolean {
  return value === null || typeof value === 'string' || typeof value === 'number';
}
