import { cutInert, inertValue, isJsonObject, type Json, type JsonObject, member, writeJson } from '@toolmark/core';

export type Id = string | number;

/** A message of JSON-RPC, told apart by its members. */
export type Parsed =
  | { readonly kind: 'request'; readonly id: Id; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'answer'; readonly id: Id };

/** The members of each kind of message. */
export const ENVELOPES: Readonly<Record<Parsed['kind'], readonly string[]>> = {
  request: ['jsonrpc', 'id', 'method', 'params'],
  notification: ['jsonrpc', 'method', 'params'],
  answer: ['jsonrpc', 'id', 'result', 'error'],
};

/** Longer ids serve nobody but those who want memory to run out. */
const MAX_ID_LENGTH = 256;

/** What a message is, or undefined when it is none that MCP knows. */
export function parseMessage(message: JsonObject): Parsed | undefined {
  const { id, method, params = {} } = message;
  if (message.jsonrpc !== '2.0') return undefined;
  if (method === undefined) return isId(id) ? { kind: 'answer', id } : undefined;
  if (typeof method !== 'string' || !isJsonObject(params)) return undefined;
  if (id === undefined) return { kind: 'notification', method, params };
  return isId(id) ? { kind: 'request', id, method, params } : undefined;
}

export function isId(id: Json | undefined): id is Id {
  return typeof id === 'string' ? id.length <= MAX_ID_LENGTH : Number.isSafeInteger(id);
}

/** Errors of the guard itself: MCP keeps -32020 to -32099, and leaves these to implementations. */
export const GUARD_ERROR = -32010;

/** An error to answer a request with. */
export class RpcError extends Error {
  override readonly name: string = 'RpcError';
  readonly code: number;
  readonly data: Json | undefined;
  /** Who refuses. */
  readonly origin: 'guard' | 'server';

  constructor(code: number, message: string, data?: Json, origin: 'guard' | 'server' = 'guard') {
    super(message);
    this.origin = origin;
    this.code = code;
    this.data = data;
  }
}

/** More text than this is not an error message. */
const MAX_MESSAGE = 2_000;

/** Names and messages of clients and servers stand in errors, so every text of one is made inert. */
export function errorAnswer(id: Id | null, { code, message, data }: RpcError): JsonObject {
  const shown = data === undefined ? {} : { data: inertValue(data) };
  return { jsonrpc: '2.0', id, error: { code, message: cutInert(message, MAX_MESSAGE), ...shown } };
}

/** A request as one line, of which the params are written already. */
export function writeRequest(id: number, method: string, params: string): string {
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${params}}`;
}

/** A message as text; its result as the server wrote it, where that is known. */
export function writeMessage(message: JsonObject, result: string | undefined): string {
  if (result === undefined) return writeJson(message);
  return `{"jsonrpc":"2.0","id":${writeJson(message.id ?? null)},"result":${result}}`;
}

/** The member of a request's or result's `_meta`, whatever came there. */
export function metaOf(holder: JsonObject): JsonObject {
  const meta = member(holder, '_meta');
  return isJsonObject(meta) ? meta : {};
}
