import { isJsonObject, type JsonObject, member, ToolmarkError } from '@toolmark/core';
import { INVALID_PARAMS } from '../connect/json-rpc-codes.ts';
import type { ListName } from '../connect/list-kinds.ts';
import type { Offered } from './catalogue.ts';
import { RpcError } from './json-rpc.ts';
import { findLive } from './live-names.ts';
import { guardError, unknownThing } from './refusals.ts';
import type { Call, Session } from './session.ts';

/** Something to use: the list it is in, and what it is called on both sides. */
interface Use {
  readonly list: ListName;
  readonly name: string;
  readonly item: Offered | undefined;
}

export async function getPrompt(session: Session, call: Call): Promise<JsonObject> {
  const name = text(call.params, 'name');
  const item = session.guard.catalogue.prompts.find(name);
  return pass(session, call, { list: 'prompts', name, item }, id => ({ ...call.params, name: id }));
}

/** Reading, and following: an address that is locked, or one that a locked template stands for. */
export async function readResource(session: Session, call: Call): Promise<JsonObject> {
  const uri = text(call.params, 'uri');
  return pass(session, call, findResource(session, uri), () => call.params);
}

export function findResource(session: Session, uri: string): Use {
  const { resources, templates } = session.guard.catalogue;
  const item = resources.find(uri);
  if (item !== undefined) return { list: 'resources', name: uri, item };
  for (const template of templates.all()) {
    if (template.matches?.(uri) === true) return { list: 'templates', name: uri, item: template };
  }
  return { list: 'resources', name: uri, item: undefined };
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

/** Passes what is locked and unchanged; for everything else there is no such thing. Milder modes only write that down. */
async function pass(
  session: Session,
  call: Call,
  use: Use,
  paramsFor: (id: string) => JsonObject,
): Promise<JsonObject> {
  const refusal = await refusalOf(session, use);
  const isEnforced = session.guard.settings.mode === 'enforce';
  const live = use.item === undefined ? await findLive(session, use.list, use.name) : undefined;
  const server = use.item?.server ?? live?.server;
  const id = use.item?.id ?? live?.tool;
  await session.record(call, () => ({
    server,
    name: use.name,
    target: id,
    digest: use.item?.locked.digest,
    decision: refusal === undefined ? 'allow' : 'deny',
    code: refusal?.code ?? 'guard.allowed',
    explain: refusal?.explain ?? 'It is locked and unchanged.',
    isOverruled: refusal !== undefined && !isEnforced && server !== undefined,
  }));
  if (server === undefined || (refusal !== undefined && isEnforced))
    throw refusal?.error ?? unknownThing(use.list, use.name);
  call.target = server;
  return session.ask(server, call.method, paramsFor(id ?? use.name), call);
}

interface Refused {
  readonly code: string;
  readonly explain: string;
  readonly error: RpcError;
}

async function refusalOf(session: Session, { list, name, item }: Use): Promise<Refused | undefined> {
  if (item === undefined) {
    return { code: 'guard.unlocked', explain: 'It is not locked.', error: unknownThing(list, name) };
  }
  const watched = session.server(item.server).lists[list];
  try {
    if (session.guard.settings.recheckEveryCall) await watched.recheck();
    else await watched.refresh();
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    const explain = `Whether it is still as it was locked could not be checked. ${error.message}`;
    return { code: 'guard.unchecked', explain, error: guardError('guard.unchecked', explain) };
  }
  if (watched.look(item.id) === 'locked') return undefined;
  const explain = 'It is not what was locked any more.';
  return { code: 'guard.drifted', explain, error: guardError('guard.drifted', explain) };
}

function text(holder: JsonObject, key: string): string {
  const value = member(holder, key);
  if (typeof value === 'string') return value;
  throw new RpcError(INVALID_PARAMS, `The member ${key} must be a text.`);
}
