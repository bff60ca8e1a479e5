import { isJsonObject, type JsonObject, member, quoteInert, type RemoteTool } from '@toolmark/core';
import { INVALID_PARAMS } from '../connect/json-rpc-codes.ts';
import type { ListName } from '../connect/list-kinds.ts';
import type { Call } from './call.ts';
import { isUnpinned, type Offered } from './catalogue.ts';
import { type Denial, findChange } from './find-change.ts';
import { findTemplates } from './find-templates.ts';
import { RpcError } from './json-rpc.ts';
import type { Link } from './linked-resources.ts';
import { findLive } from './live-names.ts';
import { isPlainUri, isPlainValue } from './plain-uri.ts';
import { refuseTwinsIn } from './rebuild-params.ts';
import { guardError, unknownThing } from './refusals.ts';
import { sendVerified } from './send-verified.ts';
import type { Session } from './session.ts';

/** Something to use: the list it is in, and what it is called on both sides. */
interface Use {
  readonly list: ListName;
  readonly name: string;
  /** What is locked; for a resource that a result named, the tool with that result. */
  readonly item: Offered | undefined;
  /** The result that named it. */
  readonly link?: Link;
  /** Why there is no item, where it is not simply unlocked. */
  readonly denial?: { readonly code: string; readonly explain: string };
}

const UNLOCKED = { code: 'guard.unlocked', explain: 'It is not locked.' };
const AMBIGUOUS = { code: 'guard.ambiguous-uri', explain: 'Several servers offer this URI.' };
const NAMED_TWICE = { code: 'guard.ambiguous-uri', explain: 'Results of several servers name this URI.' };
const UNPLAIN = {
  code: 'guard.ambiguous-uri',
  explain: 'A result names this URI, but readers disagree about its place.',
};
const COSTLY = { code: 'guard.costly-uri', explain: 'It takes too long to say which locked template it belongs to.' };
const UNPINNED = { code: 'guard.unpinned', explain: 'The lock does not pin the content of ui: and skill: resources.' };

export async function getPrompt(session: Session, call: Call): Promise<JsonObject> {
  const name = text(call.params, 'name');
  const item = session.guard.catalogue.prompts.find(name);
  const args = member(call.params, 'arguments');
  if (args !== undefined && isJsonObject(args)) {
    refuseTwinsIn(args, argumentNames(item), 'The arguments of the prompt');
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

/** Reading, and following: an address that is locked, or one that a locked template stands for. */
export async function readResource(session: Session, call: Call): Promise<JsonObject> {
  const uri = text(call.params, 'uri');
  return pass(session, call, findReadable(session, uri), () => call.params);
}

/** A resource that is locked, or that a result of this session named where the policy allows that. */
export function findReadable(session: Session, uri: string): Use {
  const use = findResource(session, uri);
  const link = use.item === undefined && use.denial === undefined ? session.links.find(uri) : undefined;
  return link === undefined ? use : linkedUse(session, uri, link);
}

/** A link is as good as the tool that gave it: the tool must be locked and unchanged when the link is followed. */
function linkedUse({ guard }: Session, uri: string, link: Link): Use {
  const { tool: item } = link;
  const denial = denialOfLink(guard, uri, link);
  const refused = { list: 'resources', name: uri, item: undefined, link } as const;
  if (denial !== undefined || item === undefined) return { ...refused, ...(denial === undefined ? {} : { denial }) };
  const advisory = guard.advisoryAgainst(item);
  if (advisory !== undefined) return { ...refused, denial: { code: 'guard.advisory', explain: advisory } };
  return { list: 'tools', name: uri, item, link };
}

function denialOfLink({ policy }: Session['guard'], uri: string, { isShared, server }: Link): Use['denial'] {
  if (isShared) return NAMED_TWICE;
  if (!isPlainUri(uri)) return UNPLAIN;
  if (policy.resources === 'linked') return undefined;
  const explain = `It is not locked. A result of the server ${quoteInert(server)} links to it: to allow reading what results link to, set "resources: linked" in the policy.`;
  return { code: 'guard.unlocked', explain };
}

export function findResource(session: Session, uri: string): Use {
  const { resources, templates } = session.guard.catalogue;
  if (isUnpinned(uri)) return { list: 'resources', name: uri, item: undefined, denial: UNPINNED };
  const exact = resources.find(uri);
  const matching = findTemplates(uri, templates.all());
  if (matching === 'costly') return { list: 'resources', name: uri, item: undefined, denial: COSTLY };
  const servers = new Set([exact, ...matching].flatMap(item => (item === undefined ? [] : [item.server])));
  const isShared = resources.shared.has(uri) || matching.some(({ id }) => templates.shared.has(id));
  if (isShared || servers.size > 1) return { list: 'resources', name: uri, item: undefined, denial: AMBIGUOUS };
  if (exact !== undefined) return { list: 'resources', name: uri, item: exact };
  return { list: matching.length > 0 ? 'templates' : 'resources', name: uri, item: matching[0] };
}

/** Completion of an argument of a prompt or a template that is locked. */
export async function complete(session: Session, call: Call): Promise<JsonObject> {
  const ref = member(call.params, 'ref');
  if (ref === undefined || !isJsonObject(ref)) throw new RpcError(INVALID_PARAMS, 'A completion names what it is for.');
  if (member(ref, 'type') === 'ref/prompt') {
    const name = text(ref, 'name');
    const item = session.guard.catalogue.prompts.find(name);
    return pass(session, call, { list: 'prompts', name, item }, id => ({ ...call.params, ref: { ...ref, name: id } }));
  }
  const uri = text(ref, 'uri');
  if (session.guard.settings.mode === 'enforce') refuseWayUp(call.params);
  const item = session.guard.catalogue.templates.find(uri);
  return pass(
    session,
    call,
    item === undefined ? findResource(session, uri) : { list: 'templates', name: uri, item },
    () => call.params,
  );
}

/** Lets a client follow a resource that a result named, and writes that down as for reading it. */
export async function recordFollowing(session: Session, call: Call, use: Use): Promise<void> {
  const { item, link } = use;
  if (item !== undefined && link !== undefined) await session.record(call, () => recordOf(use, item, undefined, true));
}

/** A server that completes paths must not list folders outside the template. */
function refuseWayUp({ argument = {}, context = {} }: JsonObject): void {
  const others = isJsonObject(context) ? member(context, 'arguments') : undefined;
  const values = [
    isJsonObject(argument) ? member(argument, 'value') : undefined,
    ...(others !== undefined && isJsonObject(others) ? Object.values(others) : []),
  ];
  if (values.every(value => typeof value !== 'string' || isPlainValue(value))) return;
  throw invalid({ code: 'guard.invalid-request', explain: 'A value leads out of the template.' });
}

/** Passes what is locked and unchanged; everything else does not exist. Milder modes only write that down. */
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
    session.ask(item.server, call.method, paramsFor(item.id), call, { mustBeOpen });
  const denial = await findChange(session, { list, item });
  await session.record(call, () => recordOf(use, item, denial, isEnforced));
  if (denial !== undefined) return isEnforced ? refuse(denial) : send(false);
  const sent = await sendVerified(session, { list, item }, () => send(isEnforced));
  if (sent.outcome === 'answered') return sent.result;
  // It changed after it was allowed: the log gets a second decision, or learns from the error that the result was withheld.
  if (sent.outcome === 'refused') await session.record(call, () => recordOf(use, item, sent.denial, isEnforced));
  if (!isEnforced) return sent.outcome === 'withheld' ? sent.result : send(false);
  return refuse(sent.denial);
}

/** In `enforce` it does not exist. Milder modes ask the server that has shown it. */
async function passUnlocked(
  session: Session,
  call: Call,
  { list, name, link, denial = UNLOCKED }: Use,
  paramsFor: (id: string) => JsonObject,
): Promise<JsonObject> {
  const live = (await findLive(session, list, name)) ?? routeOf(session, name, link);
  await session.record(call, () => ({
    server: live?.server ?? link?.server,
    name,
    target: live?.tool,
    decision: 'deny',
    ...denial,
    link: link?.call,
    isOverruled: live !== undefined,
  }));
  if (link !== undefined && live === undefined) sayOnce(session.guard, link.server, denial);
  if (live === undefined) throw denial === UNLOCKED ? unknownThing(list, name) : invalid(denial);
  call.target = live.server;
  return session.ask(live.server, call.method, paramsFor(live.tool), call);
}

/** With several servers the milder modes know from the link whose resource it is. */
function routeOf({ guard }: Session, uri: string, link: Link | undefined): RemoteTool | undefined {
  if (guard.settings.mode === 'enforce' || link === undefined || link.isShared) return undefined;
  return { server: link.server, tool: uri };
}

/** The person who writes the policy may never see the error that the client got. */
function sayOnce(guard: Session['guard'], server: string, { code, explain }: typeof UNLOCKED): void {
  const line = `${quoteInert(server)}: resource refused [${code}]. ${explain}`;
  if (guard.isNew(server, line)) guard.talk(line);
}

function invalid({ code, explain }: typeof UNLOCKED): RpcError {
  return new RpcError(INVALID_PARAMS, explain, { code });
}

function refuse({ code, explain }: Denial): never {
  throw guardError(code, explain);
}

function recordOf(
  { name, link }: Use,
  item: Offered,
  denial: Denial | undefined,
  isEnforced: boolean,
): ReturnType<Parameters<Session['record']>[1]> {
  return {
    server: item.server,
    name,
    target: link === undefined ? item.id : undefined,
    digest: item.locked.digest,
    decision: denial === undefined ? 'allow' : 'deny',
    code: denial?.code ?? (link === undefined ? 'guard.allowed' : 'guard.linked'),
    explain: denial?.explain ?? (link === undefined ? 'It is locked and unchanged.' : linkedWords(item, link)),
    link: link?.call,
    isOverruled: denial !== undefined && !isEnforced,
  };
}

function linkedWords({ alias }: Offered, { call }: Link): string {
  return `The result of request ${call}, a call of ${quoteInert(alias)}, links to it.`;
}

function text(holder: JsonObject, key: string): string {
  const value = member(holder, key);
  if (typeof value === 'string') return value;
  throw new RpcError(INVALID_PARAMS, `The member ${key} must be a text.`);
}
