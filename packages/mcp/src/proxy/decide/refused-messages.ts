import { isJsonObject, member, quoteInert, ToolmarkError } from '@toolmark/core';
import { INTERNAL_ERROR, METHOD_NOT_FOUND } from '../../connect/json-rpc-codes.ts';
import type { GuardState } from '../guard-state.ts';
import { RpcError } from '../json-rpc.ts';
import type { Session } from '../session.ts';
import type { Call } from './call.ts';
import { serverTrouble } from './refusals.ts';

const UNKNOWN = 'Not a message that MCP clients can send, or not one that the guard forwards.';

/** Refuses a request that is not in the table of messages, like any unknown method. */
export async function refuseRequest(session: Session, method: string): Promise<RpcError> {
  const failure = await writeRefusal(session, method, 'guard.unknown-message', UNKNOWN);
  return failure ?? new RpcError(METHOD_NOT_FOUND, 'Method not found', { code: 'guard.unknown-message' });
}

/** Refuses a notification that is not in the table of messages. */
export function refuseNotification(session: Session, method: string): void {
  void writeRefusal(session, method, 'guard.unknown-message', UNKNOWN);
}

/** Refuses a request with invalid params. */
export async function refuseUnreadable(session: Session, method: string, error: unknown): Promise<RpcError> {
  const problem = toRpcError(session.guard, error);
  return (await writeRefusal(session, method, codeOf(problem), problem.message)) ?? problem;
}

/** The error for a request that failed. Unless the server returned it, the log says that the request had no result. */
export async function errorFor(session: Session, call: Call, error: unknown): Promise<RpcError> {
  const problem = toRpcError(session.guard, error);
  const code = codeOf(problem);
  if (problem.origin === 'server' || call.decision === 'deny' || call.cancellation.isCancelled) return problem;
  if (call.decision === 'allow') session.guard.settings.audit?.withholdResult(call.serial, code);
  // An unreachable server is not a refusal.
  else if (!code.startsWith('server.'))
    return (await writeRefusal(session, call.method, code, problem.message)) ?? problem;
  return problem;
}

/** Writes a refusal to standard error and the log; returns an error if that fails. */
export async function writeRefusal(
  session: Session,
  method: string,
  code: string,
  explain: string,
): Promise<RpcError | undefined> {
  session.guard.stderr(`client: ${quoteInert(method)} refused [${code}]. ${explain}`);
  const serial = session.nextSerial();
  try {
    await session.record({ serial, method }, () => ({ name: method, decision: 'deny', code, explain }));
  } catch (error) {
    return toRpcError(session.guard, error);
  }
  return undefined;
}

export function toRpcError(guard: GuardState, error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof ToolmarkError) return serverTrouble(error);
  const shown = error instanceof Error ? (error.stack ?? error.message) : String(error);
  guard.stderr(`Internal error: ${shown}`);
  return new RpcError(INTERNAL_ERROR, 'Internal error in the guard.');
}

function codeOf({ data = null }: RpcError): string {
  const code = isJsonObject(data) ? member(data, 'code') : undefined;
  return typeof code === 'string' ? code : 'guard.invalid-request';
}
