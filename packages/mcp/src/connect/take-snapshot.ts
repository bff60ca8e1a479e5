import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Finding,
  inert,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  quoteInert,
  type Snapshot,
  ToolmarkError,
} from '@toolmark/core';
import { LIST_KINDS, LIST_NAMES, type ListKind } from '@toolmark/core/formats';
import { findMcpToolErrors } from '@toolmark/core/validate';
import { serverError } from './codes.ts';
import { METHOD_NOT_FOUND } from './json-rpc-codes.ts';
import type { Limits } from './limits.ts';
import type { Reply } from './parse-answer.ts';
import { readList } from './read-list.ts';
import { refuseTwins } from './refuse-twins.ts';

/** Requests over an open session. */
export interface SessionRequests {
  readonly limits: Limits;
  /** Rejects with a coded error if the request failed. */
  request(method: string, params: Readonly<Record<string, unknown>>): Promise<Reply>;
  onNote(note: Finding): void;
}

/** The result of `initialize` or `server/discover`. */
export interface InitializeResult {
  readonly serverInfo?: JsonObject;
  readonly instructions?: string;
  readonly capabilities: JsonObject;
  /** Attestations that the server brings along: untrusted, not looked at. */
  readonly attestation?: Json;
}

/** Where a server has its attestations: a bundle or a list, in `_meta` of the handshake result. */
export const ATTESTATION_META = 'dev.toolmark/attestation';

/** How long to wait for an undeclared list after all declared lists have arrived. */
const UNDECLARED_MS = 2_000;
const INITIALIZE_MEMBERS = ['capabilities', 'serverInfo', 'instructions', 'protocolVersion', '_meta'];

/** Reads all lists concurrently, also undeclared ones, because some hosts request those too. */
export async function takeSnapshot(initialized: InitializeResult, session: SessionRequests): Promise<Snapshot> {
  const { serverInfo, instructions, capabilities } = initialized;
  const answered: Promise<unknown>[] = [];
  const others = async (): Promise<unknown> => {
    // One tick later all lists have been requested.
    await Promise.resolve();
    return Promise.allSettled(answered);
  };
  const list = (kind: ListKind): Promise<JsonObject[]> => {
    if (!isDeclared(kind, capabilities)) return listUndeclared(kind, session, others);
    const items = listDeclared(kind, session);
    answered.push(items);
    return items;
  };
  const lists = LIST_NAMES.map(name => list(LIST_KINDS[name]));
  const [tools = [], prompts, resources, templates] = await Promise.all(lists);
  refuseMisshapen(tools);
  const header = { ...(serverInfo && { serverInfo }), ...(instructions !== undefined && { instructions }) };
  // Every item was checked to be an object with an id, and every tool to have the right shape.
  return { ...header, tools, prompts, resources, templates } as unknown as Snapshot;
}

/** Refuses members of the wrong type, because all other code relies on the types of a snapshot. */
function refuseMisshapen(tools: readonly JsonObject[]): void {
  const findings = tools.flatMap((tool, index) => findMcpToolErrors(tool, `/tools/${index}`)).filter(isError);
  const [first] = findings;
  if (first === undefined) return;
  const message = `The server lists an invalid tool: ${inert(first.pointer)}: ${first.message}`;
  throw new ToolmarkError('server.malformed', message, { findings });
}

function isError(finding: Finding): boolean {
  return finding.severity === 'error';
}

/** Parses the handshake result; since 2026-07-28 `serverInfo` is in `_meta`. */
export function parseInitializeResult(result: JsonObject, infoInMeta: string): InitializeResult {
  refuseTwins(result, 'the handshake result', INITIALIZE_MEMBERS);
  const meta = member(result, '_meta');
  const serverInfo = member(result, 'serverInfo') ?? (isJsonObject(meta) ? member(meta, infoInMeta) : undefined);
  const instructions = member(result, 'instructions');
  const capabilities = member(result, 'capabilities');
  const attestation = attestationIn(result);
  if (instructions !== undefined && typeof instructions !== 'string') {
    throw serverError('server.malformed', 'The instructions of the server are not a string.');
  }
  return {
    ...(isJsonObject(serverInfo) ? { serverInfo } : {}),
    ...(instructions === undefined ? {} : { instructions }),
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    ...(attestation === undefined ? {} : { attestation }),
  };
}

/** What a handshake result has under `dev.toolmark/attestation`. */
export function attestationIn(result: JsonObject): Json | undefined {
  const meta = member(result, '_meta');
  return isJsonObject(meta) ? member(meta, ATTESTATION_META) : undefined;
}

function isDeclared(kind: ListKind, capabilities: JsonObject): boolean {
  return isJsonObject(member(capabilities, kind.capability));
}

async function listDeclared(kind: ListKind, session: SessionRequests): Promise<JsonObject[]> {
  const fetchPage = async (cursor: string | undefined): Promise<JsonObject | undefined> => {
    const reply = await session.request(kind.method, cursor === undefined ? {} : { cursor });
    if (reply.ok) return reply.result;
    if (reply.code === METHOD_NOT_FOUND) return undefined;
    throw serverError(
      'server.failed',
      `The server returned error ${reply.code} for ${kind.method}: ${quoteInert(reply.message, 200)}`,
    );
  };
  return (await readList(kind, fetchPage, session.limits)) ?? [];
}

/** An error or no response means that there is no such list; a list that arrives is noted. */
async function listUndeclared(
  kind: ListKind,
  session: SessionRequests,
  others: () => Promise<unknown>,
): Promise<JsonObject[]> {
  const fetchPage = async (cursor: string | undefined): Promise<JsonObject | undefined> => {
    const pending = session.request(kind.method, cursor === undefined ? {} : { cursor });
    const reply = await patiently(pending.catch(rethrowRefusal), others);
    return reply?.ok ? reply.result : undefined;
  };
  const items = (await readList(kind, fetchPage, session.limits)) ?? [];
  if (items.length > 0) session.onNote(undeclared(kind, items.length));
  return items;
}

/** A failed request concerns this list only; a refusal of the mailbox concerns the whole server. */
function rethrowRefusal(error: unknown): undefined {
  if (error instanceof ToolmarkError && error.code !== 'server.failed') throw error;
}

async function patiently(
  reply: Promise<Reply | undefined>,
  others: () => Promise<unknown>,
): Promise<Reply | undefined> {
  const timer = new AbortController();
  const silence = others().then(() => sleep(UNDECLARED_MS, undefined, { signal: timer.signal }));
  // Abort before the timer starts: a pending timer would keep the process alive.
  return Promise.race([reply, silence.catch(() => undefined)]).finally(() => timer.abort());
}

function undeclared(kind: ListKind, count: number): Finding {
  const message = `The server does not declare ${kind.capability} but lists ${count} in ${kind.method}. Only some hosts see them.`;
  return { code: 'server.undeclared-list', severity: 'warning', pointer: '', message };
}
