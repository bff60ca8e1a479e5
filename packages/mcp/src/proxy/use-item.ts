import { isJsonObject, type JsonObject, member } from '@toolmark/core';
import { INVALID_PARAMS } from '../connect/json-rpc-codes.ts';
import type { ListName } from '../connect/list-kinds.ts';
import type { Call } from './call.ts';
import { isUnpinned, type Offered } from './catalogue.ts';
import { type Denial, findChange } from './find-change.ts';
import { findTemplates } from './find-templates.ts';
import { RpcError } from './json-rpc.ts';
import { findLive } from './live-names.ts';
import { refuseTwinsIn } from './rebuild-params.ts';
import { guardError, unknownThing } from './refusals.ts';
import { sendVerified } from './send-verified.ts';
import type { Session } from './session.ts';

/** Something to use: the list it is in, and what it is called on both sides. */
interface Use {
  readonly list: ListName;
  readonly name: string;
  readonly item: Offered | undefined;
  /** Why there is no item, where it is not simply unlocked. */
  readonly denial?: { readonly code: string; readonly explain: string };
}

const UNLOCKED = { code: 'guard.unlocked', explain: 'It is not locked.' };
const AMBIGUOUS = { code: 'guard.ambiguous-uri', explain: 'Several servers offer this URI.' };
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
  return pass(session, call, findResource(session, uri), () => call.params);
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
  const item = session.guard.catalogue.templates.find(uri);
  return pass(
    session,
    call,
    item === undefined ? findResource(session, uri) : { list: 'templates', name: uri, item },
    () => call.params,
  );
}

/** Passes what is locked and unchanged; everything else does not exist. Milder modes only write that down. */
async function pass(
  session: Session,
  call: Call,
  use: Use,
  paramsFor: (id: string) => JsonObject,
): Promise<JsonObject> {
  const { list, name, item } = use;
  if (item === undefined) return passUnlocked(session, call, use, paramsFor);
  call.target = item.server;
  const isEnforced = session.guard.settings.mode === 'enforce';
  const send = (mustBeOpen: boolean): Promise<JsonObject> =>
    session.ask(item.server, call.method, paramsFor(item.id), call, { mustBeOpen });
  const denial = await findChange(session, { list, item });
  await session.record(call, () => recordOf(name, item, denial, isEnforced));
  if (denial !== undefined) return isEnforced ? refuse(denial) : send(false);
  const sent = await sendVerified(session, { list, item }, () => send(isEnforced));
  if (sent.outcome === 'answered') return sent.result;
  // It changed after it was allowed: the log gets a second decision, or learns from the error that the result was withheld.
  if (sent.outcome === 'refused') await session.record(call, () => recordOf(name, item, sent.denial, isEnforced));
  if (!isEnforced) return sent.outcome === 'withheld' ? sent.result : send(false);
  return refuse(sent.denial);
}

/** In `enforce` it does not exist. Milder modes ask the server that has shown it. */
async function passUnlocked(
  session: Session,
  call: Call,
  { list, name, denial = UNLOCKED }: Use,
  paramsFor: (id: string) => JsonObject,
): Promise<JsonObject> {
  const live = await findLive(session, list, name);
  await session.record(call, () => ({
    server: live?.server,
    name,
    target: live?.tool,
    decision: 'deny',
    ...denial,
    isOverruled: live !== undefined,
  }));
  if (live === undefined) throw denial === UNLOCKED ? unknownThing(list, name) : invalid(denial);
  call.target = live.server;
  return session.ask(live.server, call.method, paramsFor(live.tool), call);
}

function invalid({ code, explain }: typeof UNLOCKED): RpcError {
  return new RpcError(INVALID_PARAMS, explain, { code });
}

function refuse({ code, explain }: Denial): never {
  throw guardError(code, explain);
}

function recordOf(
  name: string,
  item: Offered,
  denial: Denial | undefined,
  isEnforced: boolean,
): ReturnType<Parameters<Session['record']>[1]> {
  return {
    server: item.server,
    name,
    target: item.id,
    digest: item.locked.digest,
    decision: denial === undefined ? 'allow' : 'deny',
    code: denial?.code ?? 'guard.allowed',
    explain: denial?.explain ?? 'It is locked and unchanged.',
    isOverruled: denial !== undefined && !isEnforced,
  };
}

function text(holder: JsonObject, key: string): string {
  const value = member(holder, key);
  if (typeof value === 'string') return value;
  throw new RpcError(INVALID_PARAMS, `The member ${key} must be a text.`);
}
