import { equalJson, isJsonObject, type Json, type JsonObject, member, quoteInert } from '@toolmark/core';
import { foldKey } from '@toolmark/core/text';
import { RELATED_TASK } from '../../connect/parse-answer.ts';
import { refuseTwins } from '../../connect/refuse-twins.ts';
import { isUnpinned } from '../catalogue.ts';
import { cleanInfo, SERVER_INFO } from '../client/clean-info.ts';
import { metaOf } from '../json-rpc.ts';
import type { Session } from '../session.ts';
import { admitRequest } from './admit-request.ts';
import type { Call } from './call.ts';
import { findResource } from './find-resource.ts';
import { TASK_MEMBERS } from './messages.ts';
import { cleanDeep, extras, pick } from './rebuild.ts';
import { guardError } from './refusals.ts';

/** Prefix of `_meta` keys reserved for the guard. */
const OWN_META = 'dev.toolmark/';

const INPUT_REQUIRED = ['resultType', 'inputRequests', 'requestState', '_meta'];

/** Members of content blocks, messages and contents of resources. */
const CONTENT = [
  ...['type', 'text', 'data', 'mimeType', 'annotations', '_meta', 'uri', 'name', 'title', 'description', 'icons'],
  ...['size', 'resource', 'blob', 'role', 'content', 'id', 'input', 'toolUseId', 'structuredContent', 'isError'],
];

/**
 * The result for the client: of a type that the request can have, with known members only. The same object if nothing is
 * removed.
 */
export function rebuildResult(session: Session, key: string, call: Call, result: JsonObject): JsonObject {
  if (call.revision === '2025')
    return isTaskBegun(call, result) ? taskBegun(session, key, call, result) : complete(session, key, call, result);
  const type = member(result, 'resultType') ?? 'complete';
  if (type === 'input_required' && call.row.takesInput) return inputRequired(session, key, call, result);
  if (type === 'complete') return complete(session, key, call, result);
  throw guardError(
    'guard.unexpected-result',
    `The server answered ${call.method} with a result of an unexpected type.`,
  );
}

/** Whether the result is a task that the client requested (2025-11-25). */
export function isTaskBegun({ method, params, revision }: Call, result: JsonObject): boolean {
  const isAsked = revision === '2025' && method === 'tools/call' && isJsonObject(member(params, 'task') ?? null);
  const task = member(result, 'task');
  return isAsked && task !== undefined && isJsonObject(task) && typeof member(task, 'taskId') === 'string';
}

/** A task handle without other members. */
function taskBegun(session: Session, key: string, call: Call, result: JsonObject): JsonObject {
  const picked = pickMembers(session, key, call, result, ['task']);
  const task = member(picked, 'task');
  if (task === undefined || !isJsonObject(task)) return picked;
  const known = pick(task, TASK_MEMBERS);
  session.guard.noteLost(key, call.method, task, known);
  return known === task ? picked : { ...picked, task: known };
}

function complete(session: Session, key: string, call: Call, result: JsonObject): JsonObject {
  const types = call.revision === '2026' ? ['resultType'] : [];
  const picked = pickMembers(session, key, call, result, [...call.row.result, ...types]);
  for (const name of ['content', 'contents', 'messages']) checkContent(session, key, member(picked, name));
  if (call.method === 'completion/complete') return { ...picked, completion: rebuildCompletion(picked.completion) };
  return call.method === 'resources/read' && call.revision === '2026' ? withOwnCache(session, picked) : picked;
}

function pickMembers(
  session: Session,
  key: string,
  { method }: Call,
  result: JsonObject,
  members: readonly string[],
): JsonObject {
  const known = [...members, '_meta'];
  for (const name of extras(result, known)) session.guard.noteRemoved(key, method, name);
  return withCleanMeta(session, key, method, pick(result, known));
}

/** Removes `_meta` keys of the guard and of other tasks, and cleans the server name. */
function withCleanMeta({ guard, tasks }: Session, key: string, method: string, result: JsonObject): JsonObject {
  const meta = member(result, '_meta');
  if (meta === undefined || !isJsonObject(meta)) return result;
  const isForeign = Object.hasOwn(meta, RELATED_TASK) && !isOwnTask(tasks, key, result, meta);
  const foreign = Object.keys(meta).filter(name => !isOwn(name) && !(isForeign && name === RELATED_TASK));
  for (const name of extras(meta, foreign)) guard.noteRemoved(key, method, name);
  const info = Object.hasOwn(meta, SERVER_INFO) ? metaWithInfo(meta, guard) : meta;
  if (info === meta && foreign.length === Object.keys(meta).length) return result;
  return { ...result, _meta: pick(info, foreign) };
}

function isOwn(name: string): boolean {
  return foldKey(name).startsWith(OWN_META);
}

/** Whether the related task was started by this server or by this result. */
function isOwnTask(tasks: Session['tasks'], key: string, result: JsonObject, meta: JsonObject): boolean {
  const task = member(result, 'task');
  const begun = task !== undefined && isJsonObject(task) ? { taskId: member(task, 'taskId') ?? null } : undefined;
  const own = member(tasks.related(key, meta), RELATED_TASK) ?? begun;
  return equalJson(own ?? null, member(meta, RELATED_TASK) ?? null);
}

function metaWithInfo(meta: JsonObject, { metadata }: Session['guard']): JsonObject {
  const cleaned = cleanInfo({ _meta: meta }, metadata)._meta;
  const info = cleaned !== undefined && isJsonObject(cleaned) ? (member(cleaned, SERVER_INFO) ?? {}) : {};
  return equalJson(info, member(meta, SERVER_INFO)) ? meta : { ...meta, [SERVER_INFO]: info };
}

/** Throws on content blocks with ambiguous members, and on content that the lock does not pin. */
function checkContent(session: Session, key: string, items: Json | undefined): void {
  if (items === undefined) return;
  if (!Array.isArray(items)) throw unreadable('The content of the result is not a list.');
  for (const block of items.flatMap(blocksIn)) {
    refuseTwins(block, 'the content of a result', CONTENT);
    if (Object.keys(metaOf(block)).some(isOwn)) throw unreadable('The result uses a _meta key reserved for the guard.');
    if (session.guard.settings.mode !== 'enforce') continue;
    if (isPage(block)) throw guardError('guard.unpinned', UNPINNED);
    const { uri } = block;
    const owner = typeof uri === 'string' && holdsContent(block) ? findResource(session, uri).item?.server : undefined;
    if (owner !== undefined && owner !== key) throw unreadable("The server answered under another server's URI.");
  }
}

const UNPINNED = 'The result contains an MCP Apps page or a skill file, which the lock does not pin.';

/** A content block or message with all nested ones and resources. */
function blocksIn(item: Json | undefined): JsonObject[] {
  if (item === undefined || !isJsonObject(item)) return [];
  const inner = [member(item, 'resource'), member(item, 'content')];
  return [item, ...inner.flatMap(value => (Array.isArray(value) ? value : [value])).flatMap(blocksIn)];
}

function holdsContent({ text, blob }: JsonObject): boolean {
  return text !== undefined || blob !== undefined;
}

const MOST_COMPLETIONS = 100;

/** Cleaned completion values, at most as many as MCP allows. */
function rebuildCompletion(given: Json | undefined): JsonObject {
  const completion = given !== undefined && isJsonObject(given) ? given : {};
  const { values, total, hasMore } = completion;
  const texts = (Array.isArray(values) ? values : []).filter(value => typeof value === 'string');
  return {
    values: texts.slice(0, MOST_COMPLETIONS).map(cleanDeep),
    ...(typeof total === 'number' ? { total } : {}),
    ...(typeof hasMore === 'boolean' ? { hasMore } : {}),
  };
}

/** Content that a host renders or follows. A link alone is not: reading it passes the guard. */
function isPage(block: JsonObject): boolean {
  const { uri, mimeType } = block;
  if (!holdsContent(block)) return false;
  return (typeof uri === 'string' && isUnpinned(uri)) || (typeof mimeType === 'string' && APP_PAGE.test(mimeType));
}

const APP_PAGE = /;\s*profile\s*=\s*"?mcp-app/i;

/** A client may cache a resource as long as the guard caches a list, and privately. */
function withOwnCache({ guard }: Session, result: JsonObject): JsonObject {
  const { ttlMs, cacheScope } = result;
  const most = guard.settings.maxAgeMs;
  if ((ttlMs === undefined || Number(ttlMs) <= most) && (cacheScope === undefined || cacheScope === 'private'))
    return result;
  return { ...result, ttlMs: Math.min(Number(ttlMs ?? 0), most), cacheScope: 'private' };
}

/** Since 2026-07-28 requests of servers to the client are part of results; the same conditions apply. */
function inputRequired(session: Session, key: string, call: Call, result: JsonObject): JsonObject {
  const picked = pickMembers(session, key, call, result, INPUT_REQUIRED);
  const requests = member(picked, 'inputRequests');
  if (requests === undefined) return picked;
  const capabilities = session.capabilitiesOf(call);
  const origin = session.originOf(key);
  const entries = Object.entries(isJsonObject(requests) ? requests : {}).map(([name, request]) => {
    const method = isJsonObject(request) ? member(request, 'method') : undefined;
    const params = isJsonObject(request) ? (member(request, 'params') ?? {}) : undefined;
    const isOurs = foldKey(name).startsWith('toolmark.');
    if (typeof method !== 'string' || params === undefined || !isJsonObject(params) || isOurs)
      throw unreadable(NO_INPUT);
    const admitted = admitRequest('2026', method, params, capabilities, origin);
    if ('params' in admitted) {
      for (const extra of admitted.removed) session.guard.noteRemoved(key, method, extra);
      return [name, { method, params: admitted.params }] as const;
    }
    session.guard.noteMessage(key, method, admitted.code, admitted.explain);
    throw guardError(admitted.code, `The server requires ${quoteInert(method)} first. ${admitted.explain}`);
  });
  return { ...picked, inputRequests: Object.fromEntries(entries) };
}

const NO_INPUT = 'The inputRequests of the result are not valid.';

function unreadable(explain: string): Error {
  return guardError('guard.unexpected-result', explain);
}
