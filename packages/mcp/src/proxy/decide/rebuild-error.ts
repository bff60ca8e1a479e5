import { isJsonObject, type Json, type JsonObject, member, quoteInert } from '@toolmark/core';
import { foldKey } from '@toolmark/core/text';
import { INTERNAL_ERROR } from '../../connect/json-rpc-codes.ts';
import type { Reply } from '../../connect/parse-answer.ts';
import { GUARD_ERROR, RpcError } from '../json-rpc.ts';
import type { Session } from '../session.ts';
import { admitRequest } from './admit-request.ts';
import type { Call } from './call.ts';
import { isLong } from './rebuild.ts';
import { guardError } from './refusals.ts';

/** The person must open a URL first (2025-11-25). */
const URL_ELICITATION_REQUIRED = -32042;

/** A server error for the client, never with a code of the guard. `errorAnswer` makes it inert. */
export function rebuildError(
  session: Session,
  key: string,
  call: Call,
  { code, message, data, unknown }: Extract<Reply, { ok: false }>,
): RpcError {
  for (const name of unknown) session.guard.noteRemoved(key, call.method, name);
  if (code === GUARD_ERROR) {
    session.guard.noteMessage(key, call.method, 'guard.unexpected-result', 'Error -32010 is reserved for the guard.');
    return new RpcError(INTERNAL_ERROR, message, undefined, 'server');
  }
  if (code === URL_ELICITATION_REQUIRED) return elicitationError(session, key, call, message, data);
  return new RpcError(code, message, withoutGuardCode(bounded(data)), 'server');
}

function bounded(data: Json | undefined): Json | undefined {
  return data === undefined || isLong(data) ? undefined : data;
}

/** Removes codes that only the guard uses. */
function withoutGuardCode(data: Json | undefined): Json | undefined {
  if (data === undefined || !isJsonObject(data)) return data;
  const isOwn = ([name, value]: [string, Json | undefined]): boolean =>
    foldKey(name) === 'code' && typeof value === 'string' && /^(guard|server)\./.test(foldKey(value));
  return Object.fromEntries(Object.entries(data).filter(entry => !isOwn(entry)));
}

/** Such an error is an elicitation; the same conditions apply. */
function elicitationError(
  session: Session,
  key: string,
  call: Call,
  message: string,
  data: Json | undefined,
): RpcError {
  const listed = data !== undefined && isJsonObject(data) ? member(data, 'elicitations') : undefined;
  const elicitations: JsonObject[] = [];
  for (const params of Array.isArray(listed) ? listed : []) {
    if (!isJsonObject(params)) continue;
    const admitted = admitRequest(
      '2025',
      'elicitation/create',
      { ...params, mode: 'url' },
      session.capabilitiesOf(call),
      session.originOf(key),
    );
    if (!('params' in admitted)) {
      session.guard.noteMessage(key, 'elicitation/create', admitted.code, admitted.explain);
      return guardError(admitted.code, `The server requires a URL elicitation first. ${admitted.explain}`);
    }
    session.guard.noteLost(key, 'elicitation/create', params, { ...admitted.params, mode: 'url' });
    if (!session.elicitations.note(key, member(params, 'elicitationId'))) continue;
    elicitations.push(admitted.params);
  }
  const origin = session.originOf(key);
  const named = origin === undefined ? message : `Server ${quoteInert(origin)}: ${message}`;
  return new RpcError(URL_ELICITATION_REQUIRED, named, { elicitations }, 'server');
}
