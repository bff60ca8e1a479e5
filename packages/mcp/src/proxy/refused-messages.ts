import { isJsonObject, member, quoteInert, ToolmarkError } from '@toolmark/core';
import { INTERNAL_ERROR, METHOD_NOT_FOUND } from '../connect/json-rpc-codes.ts';
import type { Call } from './call.ts';
import { RpcError } from './json-rpc.ts';
import { serverTrouble } from './refusals.ts';
import type { Session } from './session.ts';

const UNKNOWN = 'MCP has no such message of a client, or the guard does not pass it.';

/** Writes down every message of a client that the guard does not pass. */
export class RefusedMessages {
  private readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /** A request that the table of messages does not have: it is answered like any unknown method. */
  async refuseRequest(method: string): Promise<RpcError> {
    const failure = await this.note(method, 'guard.unknown-message', UNKNOWN);
    return failure ?? new RpcError(METHOD_NOT_FOUND, 'Method not found', { code: 'guard.unknown-message' });
  }

  /** A notification that the table of messages does not have. */
  refuseNotification(method: string): void {
    void this.note(method, 'guard.unknown-message', UNKNOWN);
  }

  /** The error for a request that could not be read. */
  async unreadable(method: string, error: unknown): Promise<RpcError> {
    const problem = this.toRpcError(error);
    return (await this.note(method, codeOf(problem), problem.message)) ?? problem;
  }

  /** The error for a request that fails: unless the server gave it, the log says that nothing came of the request. */
  async failed(call: Call, error: unknown): Promise<RpcError> {
    const problem = this.toRpcError(error);
    const code = codeOf(problem);
    if (problem.origin === 'server' || call.decision === 'deny' || call.cancellation.isCancelled) return problem;
    if (call.decision === 'allow') this.session.guard.settings.audit?.withholdResult(call.serial, code);
    // A server that could not be asked has refused nothing.
    else if (!code.startsWith('server.')) return (await this.note(call.method, code, problem.message)) ?? problem;
    return problem;
  }

  /** Writes a refusal down; the error, if that could not be done. */
  async note(method: string, code: string, explain: string): Promise<RpcError | undefined> {
    const { guard } = this.session;
    guard.talk(`client: ${quoteInert(method)} refused [${code}]. ${explain}`);
    const serial = this.session.nextSerial();
    try {
      await this.session.record({ serial, method }, () => ({ name: method, decision: 'deny', code, explain }));
    } catch (error) {
      return this.toRpcError(error);
    }
    return undefined;
  }

  toRpcError(error: unknown): RpcError {
    if (error instanceof RpcError) return error;
    if (error instanceof ToolmarkError) return serverTrouble(error);
    const shown = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.session.guard.talk(`The guard could not answer: ${shown}`);
    return new RpcError(INTERNAL_ERROR, 'The guard could not answer this request.');
  }
}

function codeOf({ data = null }: RpcError): string {
  const code = isJsonObject(data) ? member(data, 'code') : undefined;
  return typeof code === 'string' ? code : 'guard.invalid-request';
}
