import { isJsonObject, type Json, type JsonObject, member, quoteInert } from '@toolmark/core';
import { METHOD_NOT_FOUND } from '../../connect/json-rpc-codes.ts';
import type { Reply } from '../../connect/parse-answer.ts';
import { version } from '../../connect/version.ts';
import type { Call } from '../decide/call.ts';
import { clientCapabilities, serverCapabilities, unknownCapabilities } from '../decide/capabilities.ts';
import { extras, lostMembers, pick } from '../decide/rebuild.ts';
import { rebuildError } from '../decide/rebuild-error.ts';
import { guardError } from '../decide/refusals.ts';
import { metaOf, RpcError } from '../json-rpc.ts';
import type { Session } from '../session.ts';
import { watchLists } from '../upstream/guard-server.ts';
import { settledInTime } from '../upstream/settled-in-time.ts';
import { lockedCapabilities, lockedInitializeResult, startWaiting } from '../upstream/slow-start.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { InitializationRequest } from '../upstream/upstream-options.ts';
import { cleanInfo, unknownInfo } from './clean-info.ts';

/** The result of `initialize` or `server/discover` of one server. */
interface Initialized {
  readonly key: string;
  readonly result: JsonObject;
}

/** Opens a session before 2026-07-28: initializes every server and merges their answers. */
export async function initialize(session: Session, call: Call): Promise<JsonObject> {
  const capabilities = member(call.params, 'capabilities');
  session.clientCapabilities = clientCapabilities(capabilities);
  noteUndeclared(session, call, capabilities);
  session.ownMeta = undefined;
  const params = { ...call.params, capabilities: session.clientCapabilities };
  const request = { method: 'initialize', params } as const;
  const waitMs = startWaiting(session);
  const initialized =
    waitMs === undefined
      ? await initializeAll(session, request, call, session.guard.lateMs)
      : await initializeOrLocked(session, request, call, waitMs);
  const [only] = initialized;
  if (session.onlyServer !== undefined && only !== undefined) return withChecked(session, call, only, initialized);
  const protocolVersion = oldest(initialized.map(({ result }) => result.protocolVersion));
  return withChecked(
    session,
    call,
    { key: '', result: { protocolVersion, ...merged(session, initialized) } },
    initialized,
  );
}

/** Reports client capabilities that are not forwarded. */
function noteUndeclared(
  { guard, clientCapabilities: known }: Session,
  { method }: Call,
  given: Json | undefined,
): void {
  if (given === undefined || !isJsonObject(given)) return;
  for (const name of lostMembers({ capabilities: given }, { capabilities: known }))
    guard.noteRemoved('client', method, name);
}

/** Answers `server/discover`. The client falls back to `initialize` unless all servers know it. */
export async function discover(session: Session, call: Call): Promise<JsonObject> {
  // The fallback depends on all answers.
  const initialized = await discoverAll(session, call, undefined);
  const [only] = initialized;
  if (session.onlyServer !== undefined && only !== undefined) return withChecked(session, call, only, initialized);
  if (initialized.length < session.servers.size)
    throw new RpcError(METHOD_NOT_FOUND, 'Method not found', undefined, 'server');
  const [supportedVersions = []] = initialized.map(({ result }) => result.supportedVersions);
  const result = { supportedVersions, ...merged(session, initialized) };
  return withChecked(session, call, { key: '', result }, initialized);
}

/** Sends `server/discover` to all servers. Without `lateMs` it waits for all of them. */
export async function discoverAll(session: Session, call: Call, lateMs: number | undefined): Promise<Initialized[]> {
  const { progressToken: _, ...meta } = metaOf(call.params);
  session.ownMeta = meta;
  const request = { method: 'server/discover', params: { _meta: meta } } as const;
  const initialized = await initializeAll(session, request, call, lateMs).catch((error: unknown) => {
    // The next request tries again.
    session.ownMeta = undefined;
    throw error;
  });
  for (const { key } of initialized) watchLists(session, key);
  return initialized;
}

/** Initializes all servers in parallel. For late ones, the lock answers; their own results are only reported. */
async function initializeOrLocked(
  session: Session,
  request: InitializationRequest,
  call: Call,
  waitMs: number,
): Promise<Initialized[]> {
  const upstreams = [...session.servers.values()].map(({ upstream }) => upstream);
  const openings = upstreams.map(upstream => upstream.open(request));
  const opened = await settledInTime(openings, undefined, waitMs);
  const initialized = upstreams.flatMap((upstream, index) => {
    const { key } = upstream;
    if (opened[index] !== undefined) return resultOf(session, upstream, opened[index]);
    session.guard.stderr(
      `${key}: has not answered yet. The client gets the locked items; they are checked before a call.`,
    );
    openings[index]?.then(reply => reportLate(session, call, key, reply)).catch(() => {});
    return [{ key, result: lockedInitializeResult(session, key, call.params) }];
  });
  return initialized.length > 0 ? initialized : refuse(session, call, opened);
}

/** Reports what would have been removed from a late result. */
function reportLate(session: Session, call: Call, key: string, reply: Reply): void {
  if (!reply.ok) return;
  const initialized = { key, result: reply.result };
  checkedInstructions(session, call, initialized, false);
  noteUnknown(session, call, initialized);
}

/**
 * Initializes all servers in parallel. Failed ones are reported and retried; if all fail, there is no session. After the first answer,
 * the others get `lateMs` more.
 */
async function initializeAll(
  session: Session,
  request: InitializationRequest,
  call: Call,
  lateMs: number | undefined,
): Promise<Initialized[]> {
  const upstreams = [...session.servers.values()].map(({ upstream }) => upstream);
  const openings = upstreams.map(upstream => upstream.open(request));
  const opened = await settledInTime(openings, reply => reply.ok, lateMs);
  const initialized = upstreams.flatMap((upstream, index) => resultOf(session, upstream, opened[index]));
  return initialized.length > 0 ? initialized : refuse(session, call, opened);
}

/** No server could be initialized. */
function refuse(session: Session, call: Call, [first]: readonly Opened[]): never {
  if (call.cancellation.isCancelled) throw guardError('server.cancelled', 'Cancelled.');
  const [key = ''] = session.servers.keys();
  throw problemOf(session, call, key, first);
}

type Opened = PromiseSettledResult<Reply> | undefined;

function resultOf(session: Session, upstream: Upstream, outcome: Opened): Initialized[] {
  const { key } = upstream;
  if (outcome === undefined) {
    upstream.stopWaiting();
    session.guard.stderr(
      `${key}: has not answered yet. The client continues without it and is notified when it is up.`,
    );
  }
  return outcome?.status === 'fulfilled' && outcome.value.ok ? [{ key, result: outcome.value.result }] : [];
}

function problemOf(session: Session, call: Call, key: string, outcome: Opened): unknown {
  if (outcome?.status === 'rejected') return outcome.reason;
  if (outcome === undefined || outcome.value.ok) return guardError('server.failed', 'No server is configured.');
  return rebuildError(session, key, call, outcome.value);
}

/** The result for the client: instructions are the locked ones, other texts are cleaned. */
function withChecked(
  session: Session,
  call: Call,
  { key, result }: Initialized,
  all: readonly Initialized[],
): JsonObject {
  const texts = all.flatMap(initialized => checkedInstructions(session, call, initialized, all.length > 1));
  for (const initialized of all) noteUnknown(session, call, initialized);
  return {
    ...pick(result, COPIED),
    ...(Object.hasOwn(result, 'supportedVersions') ? cacheMembers(session, result) : {}),
    capabilities: serverCapabilities(member(result, 'capabilities')),
    ...(key === '' ? {} : cleanInfo(result, session.guard.metadata)),
    ...allowedVersions(session, result),
    ...(texts.length === 0 ? {} : { instructions: texts.join('\n\n') }),
  };
}

/** Members of the result that are copied. The others are rebuilt, locked or removed. */
const COPIED = ['protocolVersion', 'supportedVersions', 'serverInfo'];
const CHECKED = ['capabilities', 'instructions', '_meta', 'resultType', 'ttlMs', 'cacheScope'];

/** A client may cache the result as long as the guard caches a list, and privately. */
function cacheMembers({ guard }: Session, { ttlMs }: JsonObject): JsonObject {
  const given = typeof ttlMs === 'number' ? Math.max(ttlMs, 0) : 0;
  return { resultType: 'complete', ttlMs: Math.min(given, guard.settings.maxAgeMs), cacheScope: 'private' };
}

/** Reports what is removed from a result. */
function noteUnknown({ guard }: Session, { method }: Call, { key, result }: Initialized): void {
  for (const name of extras(result, [...COPIED, ...CHECKED])) guard.noteRemoved(key, method, name);
  for (const name of unknownInfo(result)) guard.noteRemoved(key, 'serverInfo', name);
  for (const name of unknownCapabilities(member(result, 'capabilities'))) guard.noteRemoved(key, 'capabilities', name);
}

/** Only valid revisions that the policy allows. */
function allowedVersions({ guard }: Session, { protocolVersion, supportedVersions }: JsonObject): JsonObject {
  if (!Array.isArray(supportedVersions)) return { protocolVersion: isVersion(protocolVersion) ? protocolVersion : '' };
  const versions = supportedVersions.filter(isVersion);
  return { supportedVersions: guard.protocolFloor?.allowed(versions) ?? versions };
}

function checkedInstructions(
  session: Session,
  { method }: Call,
  { key, result }: Initialized,
  isOneOfMany: boolean,
): string[] {
  const { catalogue, settings } = session.guard;
  const live = member(result, 'instructions');
  if (live === undefined) return [];
  const text = settings.mode === 'audit' ? String(live) : catalogue.instructionsOf(key, String(live));
  if (text === undefined) {
    session.guard.noteMessage(key, `${method} instructions`, 'guard.drifted', 'They differ from the lock.');
    return [];
  }
  if (!session.guard.isAttestedText(key, String(live))) {
    session.guard.noteMessage(key, `${method} instructions`, 'guard.unsigned', 'No attestation covers them yet.');
    return [];
  }
  return [isOneOfMany ? `Server ${quoteInert(key)}: ${text}` : text];
}

function merged(session: Session, initialized: readonly Initialized[]): JsonObject {
  const missing = [...session.servers.keys()].filter(key => !initialized.some(one => one.key === key));
  const declared = initialized.map(({ result }) => member(result, 'capabilities'));
  const capabilities = [
    ...declared,
    ...missing.map(key => lockedCapabilities(session.guard.settings.lock.servers.get(key))),
  ].reduce<Json>(union, {});
  return { capabilities, serverInfo: { name: 'toolmark-guard', version } };
}

/** The union of capabilities. */
function union(a: Json, b: Json | undefined): Json {
  if (b === undefined) return a;
  if (!isJsonObject(a) || !isJsonObject(b)) return a === false ? b : a;
  const joined: Record<string, Json> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const known = member(a, key);
    joined[key] = known === undefined ? value : union(known, value);
  }
  return joined;
}

/** Versions of MCP are dates. */
function isVersion(version: Json | undefined): version is string {
  return typeof version === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(version);
}

function oldest(versions: readonly (Json | undefined)[]): string {
  return versions.filter(isVersion).sort()[0] ?? '';
}
