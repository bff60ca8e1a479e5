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
import { lockedCapabilities, lockedGreeting, startWaiting } from '../upstream/slow-start.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Greeting } from '../upstream/upstream-options.ts';
import { cleanInfo, unknownInfo } from './clean-info.ts';

/** The greeting of one server. */
interface Greeted {
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
  const greeting = { method: 'initialize', params } as const;
  const waitMs = startWaiting(session);
  const greeted =
    waitMs === undefined
      ? await greetAll(session, greeting, call, session.guard.lateMs)
      : await greetOrLocked(session, greeting, call, waitMs);
  const [only] = greeted;
  if (session.onlyServer !== undefined && only !== undefined) return withChecked(session, call, only, greeted);
  const protocolVersion = oldest(greeted.map(({ result }) => result.protocolVersion));
  return withChecked(session, call, { key: '', result: { protocolVersion, ...merged(session, greeted) } }, greeted);
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
  const greeted = await greetModern(session, call, undefined);
  const [only] = greeted;
  if (session.onlyServer !== undefined && only !== undefined) return withChecked(session, call, only, greeted);
  if (greeted.length < session.servers.size)
    throw new RpcError(METHOD_NOT_FOUND, 'Method not found', undefined, 'server');
  const [supportedVersions = []] = greeted.map(({ result }) => result.supportedVersions);
  const result = { supportedVersions, ...merged(session, greeted) };
  return withChecked(session, call, { key: '', result }, greeted);
}

/** Sends `server/discover` to all servers. Without `lateMs` it waits for all of them. */
export async function greetModern(session: Session, call: Call, lateMs: number | undefined): Promise<Greeted[]> {
  const { progressToken: _, ...meta } = metaOf(call.params);
  session.ownMeta = meta;
  const greeting = { method: 'server/discover', params: { _meta: meta } } as const;
  const greeted = await greetAll(session, greeting, call, lateMs).catch((error: unknown) => {
    // The next request tries again.
    session.ownMeta = undefined;
    throw error;
  });
  for (const { key } of greeted) watchLists(session, key);
  return greeted;
}

/** Greets all servers in parallel. For those that are late the lock answers; their own answers are only reported. */
async function greetOrLocked(session: Session, greeting: Greeting, call: Call, waitMs: number): Promise<Greeted[]> {
  const upstreams = [...session.servers.values()].map(({ upstream }) => upstream);
  const openings = upstreams.map(upstream => upstream.open(greeting));
  const opened = await settledInTime(openings, undefined, waitMs);
  const greeted = upstreams.flatMap((upstream, index) => {
    const { key } = upstream;
    if (opened[index] !== undefined) return greetedBy(session, upstream, opened[index]);
    session.guard.stderr(
      `${key}: has not answered yet. The client gets the locked items; they are checked before a call.`,
    );
    openings[index]?.then(reply => reportLate(session, call, key, reply)).catch(() => {});
    return [{ key, result: lockedGreeting(session, key, call.params) }];
  });
  return greeted.length > 0 ? greeted : refuse(session, call, opened);
}

/** Reports what would have been removed from a late greeting. */
function reportLate(session: Session, call: Call, key: string, reply: Reply): void {
  if (!reply.ok) return;
  const greeted = { key, result: reply.result };
  checkedInstructions(session, call, greeted, false);
  noteUnknown(session, call, greeted);
}

/**
 * Greets all servers in parallel. Failed ones are reported and retried; if all fail, there is no session. After the first answer,
 * the others get `lateMs` more.
 */
async function greetAll(
  session: Session,
  greeting: Greeting,
  call: Call,
  lateMs: number | undefined,
): Promise<Greeted[]> {
  const upstreams = [...session.servers.values()].map(({ upstream }) => upstream);
  const openings = upstreams.map(upstream => upstream.open(greeting));
  const opened = await settledInTime(openings, reply => reply.ok, lateMs);
  const greeted = upstreams.flatMap((upstream, index) => greetedBy(session, upstream, opened[index]));
  return greeted.length > 0 ? greeted : refuse(session, call, opened);
}

/** No server could be greeted. */
function refuse(session: Session, call: Call, [first]: readonly Opened[]): never {
  if (call.cancellation.isCancelled) throw guardError('server.cancelled', 'Cancelled.');
  const [key = ''] = session.servers.keys();
  throw problemOf(session, call, key, first);
}

type Opened = PromiseSettledResult<Reply> | undefined;

function greetedBy(session: Session, upstream: Upstream, outcome: Opened): Greeted[] {
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

/** The greeting for the client: instructions are the locked ones, other texts are cleaned. */
function withChecked(session: Session, call: Call, { key, result }: Greeted, all: readonly Greeted[]): JsonObject {
  const texts = all.flatMap(greeted => checkedInstructions(session, call, greeted, all.length > 1));
  for (const greeted of all) noteUnknown(session, call, greeted);
  return {
    ...pick(result, GREETING),
    ...(Object.hasOwn(result, 'supportedVersions') ? cacheMembers(session, result) : {}),
    capabilities: serverCapabilities(member(result, 'capabilities')),
    ...(key === '' ? {} : cleanInfo(result, session.guard.metadata)),
    ...allowedVersions(session, result),
    ...(texts.length === 0 ? {} : { instructions: texts.join('\n\n') }),
  };
}

/** Members of a greeting that are copied; the others are rebuilt, locked or removed. */
const GREETING = ['protocolVersion', 'supportedVersions', 'serverInfo'];
const CHECKED = ['capabilities', 'instructions', '_meta', 'resultType', 'ttlMs', 'cacheScope'];

/** A client may cache the greeting as long as the guard caches a list, and privately. */
function cacheMembers({ guard }: Session, { ttlMs }: JsonObject): JsonObject {
  const given = typeof ttlMs === 'number' ? Math.max(ttlMs, 0) : 0;
  return { resultType: 'complete', ttlMs: Math.min(given, guard.settings.maxAgeMs), cacheScope: 'private' };
}

/** Reports what is removed from a greeting. */
function noteUnknown({ guard }: Session, { method }: Call, { key, result }: Greeted): void {
  for (const name of extras(result, [...GREETING, ...CHECKED])) guard.noteRemoved(key, method, name);
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
  { key, result }: Greeted,
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
  return [isOneOfMany ? `Server ${quoteInert(key)}: ${text}` : text];
}

function merged(session: Session, greeted: readonly Greeted[]): JsonObject {
  const missing = [...session.servers.keys()].filter(key => !greeted.some(one => one.key === key));
  const declared = greeted.map(({ result }) => member(result, 'capabilities'));
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
