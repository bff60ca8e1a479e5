import { isJsonObject, type Json, type JsonObject, member, type ToolmarkError } from '@toolmark/core';
import { serverError } from './codes.ts';

/** What a server answered to one request: an error is an answer too, of which `unknown` names the members that MCP does not define. `text` is the result as the server wrote it. */
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
/** Says in `_meta` which task a message belongs to. */
export const RELATED_TASK = 'io.modelcontextprotocol/related-task';

/**
 * The answer to a request of this id. Clients pass over an answer that is not exactly what JSON-RPC and MCP ask for and take
 * the next one: a server could show us the first and a host the second, so such an answer is refused.
 */
export function parseAnswer(message: JsonObject, id: string | number, text?: string): Reply {
  const { jsonrpc, id: echoed, result, error } = message;
  if (jsonrpc !== '2.0') throw malformed('does not say "jsonrpc": "2.0"');
  if (echoed !== id) throw malformed('does not repeat the id of the request as it was');
  if (!Object.keys(message).every(key => MEMBERS.has(key))) throw malformed('has members that no answer has');
  if (Object.hasOwn(message, 'result') === Object.hasOwn(message, 'error')) {
    throw malformed('holds neither one result nor one error');
  }
  return error === undefined ? parseResult(result, text) : parseError(error);
}

/** Whether clients could take the message for an answer, as loosely as any of them may. */
export function looksLikeAnswer(message: JsonObject): boolean {
  const holdsOne = Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error');
  return holdsOne || (member(message, 'jsonrpc') === '2.0' && !Object.hasOwn(message, 'method'));
}

function parseResult(result: Json | undefined, text: string | undefined): Reply {
  if (!isJsonObject(result)) throw malformed('has a result that is no object');
  const meta = member(result, '_meta');
  if (meta !== undefined && !isMeta(meta)) throw malformed('has a result whose _meta is not what MCP asks for');
  return { ok: true, result, text };
}

/** The members of `_meta` that older clients check in every result. */
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
  throw malformed('has an error without a whole code and a message');
}

function malformed(what: string): ToolmarkError {
  return serverError('server.malformed', `An answer of the server ${what}: clients would not agree about it.`);
}
