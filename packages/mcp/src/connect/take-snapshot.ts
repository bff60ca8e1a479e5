import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Finding,
  findMcpToolErrors,
  inert,
  isJsonObject,
  type JsonObject,
  member,
  quoteInert,
  type Snapshot,
  ToolmarkError,
} from '@toolmark/core';
import { serverError } from './codes.ts';
import { METHOD_NOT_FOUND } from './json-rpc-codes.ts';
import type { Limits } from './limits.ts';
import { LIST_KINDS, type ListKind } from './list-kinds.ts';
import type { Reply } from './parse-answer.ts';
import { readList } from './read-list.ts';
import { refuseTwins } from './refuse-twins.ts';

/** How an open session is asked. */
export interface Asking {
  readonly limits: Limits;
  /** Rejects with a coded error when the question could not be asked. */
  request(method: string, params: Readonly<Record<string, unknown>>): Promise<Reply>;
  onNote(note: Finding): void;
}

/** What the server said of itself when the session began. */
export interface Greeting {
  readonly serverInfo?: JsonObject;
  readonly instructions?: string;
  readonly capabilities: JsonObject;
}

/** How long a server may be silent about a list it does not declare, once it has answered all others. */
const UNDECLARED_MS = 2_000;
const GREETING_MEMBERS = ['capabilities', 'serverInfo', 'instructions', 'protocolVersion', '_meta'];

/** Every page of every list at once; also of lists that are not declared, because some hosts ask for those too. */
export async function takeSnapshot(greeting: Greeting, asking: Asking): Promise<Snapshot> {
  const { serverInfo, instructions, capabilities } = greeting;
  const answered: Promise<unknown>[] = [];
  const others = async (): Promise<unknown> => {
    // One turn later all lists have been asked for.
    await Promise.resolve();
    return Promise.allSettled(answered);
  };
  const ask = (kind: ListKind): Promise<JsonObject[]> => {
    if (!isDeclared(kind, capabilities)) return askUndeclared(kind, asking, others);
    const list = askDeclared(kind, asking);
    answered.push(list);
    return list;
  };
  const kinds = [LIST_KINDS.tools, LIST_KINDS.prompts, LIST_KINDS.resources, LIST_KINDS.templates];
  const [tools = [], prompts, resources, templates] = await Promise.all(kinds.map(ask));
  refuseMisshapen(tools);
  const told = { ...(serverInfo && { serverInfo }), ...(instructions !== undefined && { instructions }) };
  // Every item has proved to be an object with its id, and every tool to have its shape.
  return { ...told, tools, prompts, resources, templates } as unknown as Snapshot;
}

/** Members of the wrong type are refused here, because everything after takes a snapshot at its word. */
function refuseMisshapen(tools: readonly JsonObject[]): void {
  const findings = tools.flatMap((tool, index) => findMcpToolErrors(tool, `/tools/${index}`)).filter(isError);
  const [first] = findings;
  if (first === undefined) return;
  const message = `What the server shows is not what MCP asks for: ${inert(first.pointer)}: ${first.message}`;
  throw new ToolmarkError('server.malformed', message, { findings });
}

function isError(finding: Finding): boolean {
  return finding.severity === 'error';
}

/** The greeting out of the result that opened the session; since 2026-07-28 the server's name is in its `_meta`. */
export function parseGreeting(result: JsonObject, infoInMeta: string): Greeting {
  refuseTwins(result, 'the greeting of the server', GREETING_MEMBERS);
  const meta = member(result, '_meta');
  const serverInfo = member(result, 'serverInfo') ?? (isJsonObject(meta) ? member(meta, infoInMeta) : undefined);
  const instructions = member(result, 'instructions');
  const capabilities = member(result, 'capabilities');
  if (instructions !== undefined && typeof instructions !== 'string') {
    throw serverError('server.malformed', 'The instructions of the server are no string.');
  }
  return {
    ...(isJsonObject(serverInfo) ? { serverInfo } : {}),
    ...(instructions === undefined ? {} : { instructions }),
    capabilities: isJsonObject(capabilities) ? capabilities : {},
  };
}

function isDeclared(kind: ListKind, capabilities: JsonObject): boolean {
  return isJsonObject(member(capabilities, kind.capability));
}

async function askDeclared(kind: ListKind, asking: Asking): Promise<JsonObject[]> {
  const fetchPage = async (cursor: string | undefined): Promise<JsonObject | undefined> => {
    const reply = await asking.request(kind.method, cursor === undefined ? {} : { cursor });
    if (reply.ok) return reply.result;
    if (reply.code === METHOD_NOT_FOUND) return undefined;
    throw serverError(
      'server.failed',
      `The server answered ${kind.method} with error ${reply.code}: ${quoteInert(reply.message, 200)}`,
    );
  };
  return (await readList(kind, fetchPage, asking.limits)) ?? [];
}

/** Any error, and silence, mean that there is none; a list that comes all the same is noted. */
async function askUndeclared(kind: ListKind, asking: Asking, others: () => Promise<unknown>): Promise<JsonObject[]> {
  const fetchPage = async (cursor: string | undefined): Promise<JsonObject | undefined> => {
    const asked = asking.request(kind.method, cursor === undefined ? {} : { cursor });
    const reply = await patiently(asked.catch(denial), others);
    return reply?.ok ? reply.result : undefined;
  };
  const items = (await readList(kind, fetchPage, asking.limits)) ?? [];
  if (items.length > 0) asking.onNote(undeclared(kind, items.length));
  return items;
}

/** A status or an answer that broke off is this list's alone; what the mailbox refuses stands against the server. */
function denial(error: unknown): undefined {
  if (error instanceof ToolmarkError && error.code !== 'server.failed') throw error;
}

async function patiently(
  reply: Promise<Reply | undefined>,
  others: () => Promise<unknown>,
): Promise<Reply | undefined> {
  const timer = new AbortController();
  const silence = others().then(() => sleep(UNDECLARED_MS, undefined, { signal: timer.signal }));
  // Called off before it begins, it must not begin: a pending timer keeps the program from ending.
  return Promise.race([reply, silence.catch(() => undefined)]).finally(() => timer.abort());
}

function undeclared(kind: ListKind, count: number): Finding {
  const message = `The server does not declare ${kind.capability}, but answers ${kind.method} with ${count} of them: some hosts see them and others do not.`;
  return { code: 'server.undeclared-list', severity: 'warning', pointer: '', message };
}
