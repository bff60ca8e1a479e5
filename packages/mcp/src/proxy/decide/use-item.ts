import { isJsonObject, type JsonObject, member, quoteInert } from '@toolmark/core';
import type { RemoteTool } from '@toolmark/core/text';
import { INVALID_PARAMS } from '../../connect/json-rpc-codes.ts';
import type { Offered } from '../catalogue.ts';
import { RpcError } from '../json-rpc.ts';
import type { Decided, Session } from '../session.ts';
import { askServer } from './ask-server.ts';
import type { Call } from './call.ts';
import { checkItem, type Denial } from './check-item.ts';
import { findReadable, findResource, UNLOCKED, type Use } from './find-resource.ts';
import type { Link } from './linked-resources.ts';
import { isPlainValue } from './plain-uri.ts';
import { refuseTwinsIn } from './rebuild-params.ts';
import { guardError, unknownThing } from './refusals.ts';
import { sendVerified } from './send-verified.ts';

export async function getPrompt(session: Session, call: Call): Promise<JsonObject> {
  const name = text(call.params, 'name');
  const item = session.guard.catalogue.prompts.find(name);
  const args = member(call.params, 'arguments');
  if (args !== undefined && isJsonObject(args)) {
    refuseTwinsIn(args, argumentNames(item), 'Prompt arguments');
  }
  return pass(session, call, { list: 'prompts', name, item }, id => ({ ...call.params, name: id }));
}

function argumentNames(item: Offered | undefined): string[] {
  const declared = item === undefined ? undefined : member(item.locked.definition, 'arguments');
  const named = (Array.isArray(declared) ? declared : []).map(one =>
    isJsonObject(one) ? member(one, 'name') : undefined,
  );
  return named.filter(name => typeof name === 'string');
}

/** Reads or subscribes to a resource that is locked or matches a locked template. */
export async function readResource(session: Session, call: Call): Promise<JsonObject> {
  const uri = text(call.params, 'uri');
  return pass(session, call, findReadable(session, uri), () => call.params);
}

/** Completes an argument of a locked prompt or template. */
export async function complete(session: Session, call: Call): Promise<JsonObject> {
  const ref = member(call.params, 'ref');
  if (ref === undefined || !isJsonObject(ref))
    throw new RpcError(INVALID_PARAMS, 'completion/complete needs a ref object.');
  if (member(ref, 'type') === 'ref/prompt') {
    const name = text(ref, 'name');
    const item = session.guard.catalogue.prompts.find(name);
    return pass(session, call, { list: 'prompts', name, item }, id => ({ ...call.params, ref: { ...ref, name: id } }));
  }
  const uri = text(ref, 'uri');
  if (session.guard.settings.mode === 'enforce') refusePathsUp(call.params);
  const item = session.guard.catalogue.templates.find(uri);
  return pass(
    session,
    call,
    item === undefined ? findResource(session, uri) : { list: 'templates', name: uri, item },
    () => call.params,
  );
}

/** Records a subscription to a linked resource like a read of it. */
export async function recordFollowing(session: Session, call: Call, use: Use): Promise<void> {
  const { item, link } = use;
  if (item !== undefined && link !== undefined) await session.record(call, () => recordOf(use, item, undefined, true));
}

/** Completion of paths must not list folders outside the template. */
function refusePathsUp({ argument = {}, context = {} }: JsonObject): void {
  const others = isJsonObject(context) ? member(context, 'arguments') : undefined;
  const values = [
    isJsonObject(argument) ? member(argument, 'value') : undefined,
    ...(others !== undefined && isJsonObject(others) ? Object.values(others) : []),
  ];
  if (values.every(value => typeof value !== 'string' || isPlainValue(value))) return;
  throw invalid({ code: 'guard.invalid-request', explain: 'A value contains a path that leaves the template.' });
}

/** Forwards a request for a locked, unchanged item. Other modes than `enforce` record a denial and forward it anyway. */
async function pass(
  session: Session,
  call: Call,
  use: Use,
  paramsFor: (id: string) => JsonObject,
): Promise<JsonObject> {
  const { list, item } = use;
  if (item === undefined) return passUnlocked(session, call, use, paramsFor);
  call.target = item.server;
  const isEnforced = session.guard.settings.mode === 'enforce';
  const send = (mustBeOpen: boolean): Promise<JsonObject> =>
    askServer(session, item.server, call.method, paramsFor(item.id), call, { mustBeOpen });
  const denial = await checkItem(session, { list, item });
  await session.record(call, () => recordOf(use, item, denial, isEnforced));
  if (denial !== undefined) return isEnforced ? refuse(denial) : send(false);
  const sent = await sendVerified(session, { list, item }, () => send(isEnforced));
  if (sent.outcome === 'answered') return sent.result;
  // It changed after it was allowed: the log gets a second decision, or the outcome says that the result was withheld.
  if (sent.outcome === 'refused') await session.record(call, () => recordOf(use, item, sent.denial, isEnforced));
  if (!isEnforced) return sent.outcome === 'withheld' ? sent.result : send(false);
  return refuse(sent.denial);
}

/** In `enforce` an unlocked item does not exist. Other modes forward to the server that lists it. */
async function passUnlocked(
  session: Session,
  call: Call,
  { list, name, link, denial = UNLOCKED }: Use,
  paramsFor: (id: string) => JsonObject,
): Promise<JsonObject> {
  const live = (await session.findLive(list, name)) ?? routeOf(session, name, link);
  await session.record(call, () => ({
    server: live?.server ?? link?.server,
    name,
    target: live?.tool,
    decision: 'deny',
    ...denial,
    link: link?.call,
    isOverruled: live !== undefined,
  }));
  if (link !== undefined && live === undefined) reportOnce(session.guard, link.server, denial);
  if (live === undefined) throw denial === UNLOCKED ? unknownThing(list, name) : invalid(denial);
  call.target = live.server;
  return askServer(session, live.server, call.method, paramsFor(live.tool), call);
}

/** With several servers, the link tells which one has the resource. */
function routeOf({ guard }: Session, uri: string, link: Link | undefined): RemoteTool | undefined {
  if (guard.settings.mode === 'enforce' || link === undefined || link.isShared) return undefined;
  return { server: link.server, tool: uri };
}

/** The author of the policy may never see the error that the client got. */
function reportOnce(guard: Session['guard'], server: string, { code, explain }: typeof UNLOCKED): void {
  const line = `${quoteInert(server)}: resource refused [${code}]. ${explain}`;
  if (guard.isNew(server, line)) guard.stderr(line);
}

function invalid({ code, explain }: typeof UNLOCKED): RpcError {
  return new RpcError(INVALID_PARAMS, explain, { code });
}

function refuse({ code, explain }: Denial): never {
  throw guardError(code, explain);
}

function recordOf({ name, link }: Use, item: Offered, denial: Denial | undefined, isEnforced: boolean): Decided {
  return {
    server: item.server,
    name,
    target: link === undefined ? item.id : undefined,
    digest: item.locked.digest,
    decision: denial === undefined ? 'allow' : 'deny',
    code: denial?.code ?? (link === undefined ? 'guard.allowed' : 'guard.linked'),
    explain: denial?.explain ?? (link === undefined ? 'It is locked and unchanged.' : explainLink(item, link)),
    link: link?.call,
    isOverruled: denial !== undefined && !isEnforced,
  };
}

function explainLink({ alias }: Offered, { call }: Link): string {
  return `The result of request ${call}, a call of ${quoteInert(alias)}, links to it.`;
}

function text(holder: JsonObject, key: string): string {
  const value = member(holder, key);
  if (typeof value === 'string') return value;
  throw new RpcError(INVALID_PARAMS, `"${key}" must be a string.`);
}
