import { quoteInert, type ToolmarkError } from '@toolmark/core';
import { serverError } from '../../connect/codes.ts';
import type { Reply } from '../../connect/parse-answer.ts';

/** Errors of requests to a server that gives no answer. */

export function absent(key: string): ToolmarkError {
  return serverError('server.closed', `The server ${quoteInert(key)} is not running.`);
}

export function refused(key: string, method: string, reply: Extract<Reply, { ok: false }>): ToolmarkError {
  const said = `answered ${quoteInert(method)} with error ${reply.code}: ${quoteInert(reply.message)}.`;
  return serverError('server.failed', `The server ${quoteInert(key)} ${said}`);
}

export function overloaded(key: string, maxPending: number): ToolmarkError {
  return serverError('server.failed', `More than ${maxPending} requests are pending at the server ${quoteInert(key)}.`);
}

export function tooSlow(key: string, method: string, timeoutMs: number): ToolmarkError {
  const message = `The server ${quoteInert(key)} did not answer ${quoteInert(method)} within ${timeoutMs / 1000} s.`;
  return serverError('server.timeout', message);
}

export function brokenOff(): ToolmarkError {
  return serverError('server.failed', 'The response of the server was cut off.');
}
