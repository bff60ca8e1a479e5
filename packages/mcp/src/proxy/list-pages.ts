import { type Json, type JsonObject, member, ToolmarkError } from '@toolmark/core';
import { INVALID_PARAMS, METHOD_NOT_FOUND } from '../connect/json-rpc-codes.ts';
import { LIST_KINDS, type ListName } from '../connect/list-kinds.ts';
import type { OfferedTool } from './catalogue.ts';
import { cleanInfo } from './clean-info.ts';
import { RpcError } from './json-rpc.ts';
import type { Call, Session } from './session.ts';
import type { Judged } from './watched-list.ts';

/** Where the next page of a server begins; without a cursor at its first. */
interface Start {
  readonly key: string;
  readonly cursor?: string;
}

/** One page of a list: of one server as it comes, of several all their pages of this turn together. */
export async function listPages(session: Session, call: Call, list: ListName): Promise<JsonObject> {
  const only = session.onlyServer?.upstream.key;
  if (only !== undefined) return deliver(session, only, list, await fetchPage(session, { key: only }, call));
  const starts = startsOf(call.params, session);
  const pages = await Promise.all(starts.map(start => tolerantly(session, start, call, list)));
  const shown = pages.flatMap(({ page }) => itemsOf(page, list));
  const next = pages.flatMap(({ key, page }) => {
    const cursor = member(page, 'nextCursor');
    return typeof cursor === 'string' ? [{ key, cursor }] : [];
  });
  const rest = withCache(pages.map(({ page }) => page));
  return { ...rest, [LIST_KINDS[list].member]: shown, ...(next.length === 0 ? {} : { nextCursor: writeCursor(next) }) };
}

async function fetchPage(session: Session, { key, cursor }: Start, call: Call): Promise<JsonObject> {
  const params = session.onlyServer === undefined ? withCursor(call.params, cursor) : call.params;
  call.target = key;
  return session.ask(key, call.method, params, call, { timeoutMs: session.guard.settings.timeoutMs });
}

/** One broken server never hides the others. */
async function tolerantly(
  session: Session,
  start: Start,
  call: Call,
  list: ListName,
): Promise<{ key: string; page: JsonObject }> {
  const { key } = start;
  try {
    return { key, page: deliver(session, key, list, await fetchPage(session, start, call)) };
  } catch (error) {
    if (!(error instanceof RpcError || error instanceof ToolmarkError)) throw error;
    const hasNone = error instanceof RpcError && error.code === METHOD_NOT_FOUND;
    if (!hasNone) session.guard.talk(`${key}: not listed. ${error.message}`);
    return { key, page: {} };
  }
}

/** The page with what may pass, as it was locked; everything else of the page stays. */
function deliver(session: Session, key: string, list: ListName, page: JsonObject): JsonObject {
  const judged = session.server(key).lists[list].judgePage(page);
  const { mode } = session.guard.settings;
  const shown = judged.flatMap(item => show(session, key, list, item));
  if (mode === 'audit' && session.onlyServer !== undefined) return page;
  return { ...page, ...cleanInfo(page, session.guard.metadata), [LIST_KINDS[list].member]: shown };
}

function show(session: Session, key: string, list: ListName, { id, raw, offered, seen }: Judged): Json[] {
  const isAudit = session.guard.settings.mode === 'audit';
  if (seen !== 'locked') session.guard.withhold(key, list, id, seen);
  if (isAudit) return [session.guard.liveNames.rename(key, list, id, raw)];
  if (offered === undefined || seen !== 'locked') return [];
  return list === 'tools' && isKept(session, offered as OfferedTool) ? [] : [offered.shown];
}

/** A tool that cannot be called anyway: the policy denies it, or an incident does. */
function isKept({ guard }: Session, tool: OfferedTool): boolean {
  return tool.plan.isHidden || guard.advisoryAgainst(tool) !== undefined;
}

function itemsOf(page: JsonObject, list: ListName): readonly Json[] {
  const items = member(page, LIST_KINDS[list].member);
  return Array.isArray(items) ? items : [];
}

/** Since 2026-07-28 pages say how long they hold: together as long as the shortest. */
function withCache(pages: readonly JsonObject[]): JsonObject {
  const ages = pages.map(({ ttlMs }) => ttlMs).filter(age => typeof age === 'number');
  if (ages.length === 0) return {};
  return { resultType: 'complete', ttlMs: Math.min(...ages), cacheScope: 'private' };
}

function withCursor(params: JsonObject, cursor: string | undefined): JsonObject {
  const { cursor: _, ...rest } = params;
  return cursor === undefined ? rest : { ...rest, cursor };
}

function startsOf(params: JsonObject, session: Session): Start[] {
  const cursor = member(params, 'cursor');
  if (cursor === undefined) return [...session.servers.keys()].map(key => ({ key }));
  const starts = typeof cursor === 'string' ? readCursor(cursor) : undefined;
  if (starts?.every(({ key }) => session.servers.has(key))) return starts;
  throw new RpcError(INVALID_PARAMS, 'This cursor is none of ours.');
}

/** The places of several servers in one text. */
function writeCursor(starts: readonly Start[]): string {
  const places = starts.map(({ key, cursor }) => [key, cursor]);
  return Buffer.from(JSON.stringify(places)).toString('base64url');
}

function readCursor(text: string): Start[] | undefined {
  try {
    const places: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(places)) return undefined;
    return places.map(([key, cursor]) => ({ key: String(key), cursor: String(cursor) }));
  } catch {
    return undefined;
  }
}
