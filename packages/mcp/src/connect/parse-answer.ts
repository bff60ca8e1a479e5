import { isJsonObject, type Json, type JsonObject, member, type ToolmarkError } from '@toolmark/core';
import { serverError } from './codes.ts';

/** A response. `text` is the result as the server wrote it; `unknown` lists error members that MCP does not define. */
export type Reply =
  | { readonly ok: true; readonly result: JsonObject; readonly text?: string | undefined }
  | {
      readonly ok: false;
      readonly code: number;
      readonly message: string;
      readonly data?: Json;
      readonly unknown: readonly string[];
    };

const MEMBERS = new Set(['jsonrpc', 'id', 'result', 'error']);
/** The `_meta` key for the task that a message belongs to. */
export const RELATED_TASK = 'io.modelcontextprotocol/related-task';

/**
 * The response to the request with this id. Clients skip a response that does not conform to JSON-RPC and MCP and take the
 * next one. A server could thus send us one result and a host another, so such a response is refused.
 */
export function parseAnswer(message: JsonObject, id: string | number, text?: string): Reply {
  const { jsonrpc, id: echoed, result, error } = message;
  if (jsonrpc !== '2.0') throw malformed('has no "jsonrpc": "2.0"');
  if (echoed !== id) throw malformed('has another id than the request');
  if (!Object.keys(message).every(key => MEMBERS.has(key))) throw malformed('has unknown members');
  if (Object.hasOwn(message, 'result') === Object.hasOwn(message, 'error')) {
    throw malformed('must have either a result or an error');
  }
  return error === undefined ? parseResult(result, text) : parseError(error);
}

/** Whether any client, however lenient, could treat the message as a response. */
export function looksLikeAnswer(message: JsonObject): boolean {
  const holdsOne = Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error');
  return holdsOne || (member(message, 'jsonrpc') === '2.0' && !Object.hasOwn(message, 'method'));
}

function parseResult(result: Json | undefined, text: string | undefined): Reply {
  if (!isJsonObject(result)) throw malformed('has a result that is not an object');
  const meta = member(result, '_meta');
  if (meta !== undefined && !isMeta(meta)) throw malformed('has an invalid _meta');
  return { ok: true, result, text };
}

/** Checks the `_meta` members that older clients validate in every result. */
function isMeta(meta: Json): boolean {
  if (!isJsonObject(meta)) return false;
  const token = member(meta, 'progressToken');
  const task = member(meta, RELATED_TASK);
  const hasToken = token === undefined || typeof token === 'string' || Number.isSafeInteger(token);
  return hasToken && (task === undefined || (isJsonObject(task) && typeof member(task, 'taskId') === 'string'));
}

function parseError(error: Json): Reply {
  const code = isJsonObject(error) ? member(error, 'code') : undefined;
  const message = isJsonObject(error) ? member(error, 'message') : undefined;
  if (typeof code === 'number' && Number.isSafeInteger(code) && typeof message === 'string') {
    const { code: _, message: __, data, ...more } = error as JsonObject;
    return { ok: false, code, message, ...(data === undefined ? {} : { data }), unknown: Object.keys(more) };
  }
  throw malformed('has an error without an integer code and a message');
}

function malformed(what: string): ToolmarkError {
  return serverError('server.malformed', `A response of the server ${what}. Clients would interpret it differently.`);
}
