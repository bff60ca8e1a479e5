import { isJsonObject, type Json, type JsonObject, member, writeJson } from '@toolmark/core';
import { cutInert, inertValue } from '@toolmark/core/text';

export type Id = string | number;

/** A JSON-RPC message, by kind. */
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

/** Limits the memory that ids can take. */
const MAX_ID_LENGTH = 256;

/** Parses the envelope; undefined if it is not an MCP message. */
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

/** Errors of the guard: MCP reserves -32020 to -32099 and leaves these to implementations. */
export const GUARD_ERROR = -32010;

/** An error to answer a request with. */
export class RpcError extends Error {
  override readonly name: string = 'RpcError';
  readonly code: number;
  readonly data: Json | undefined;
  /** Who returned the error. */
  readonly origin: 'guard' | 'server';

  constructor(code: number, message: string, data?: Json, origin: 'guard' | 'server' = 'guard') {
    super(message);
    this.origin = origin;
    this.code = code;
    this.data = data;
  }
}

const MAX_MESSAGE = 2_000;

/** Errors contain text of clients and servers, so it is made inert. */
export function errorAnswer(id: Id | null, { code, message, data }: RpcError): JsonObject {
  const shown = data === undefined ? {} : { data: inertValue(data) };
  return { jsonrpc: '2.0', id, error: { code, message: cutInert(message, MAX_MESSAGE), ...shown } };
}

/** A request as one line, with params as text. */
export function writeRequest(id: number, method: string, params: string): string {
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${params}}`;
}

/** A message as text, with the result as the server wrote it if known. */
export function writeMessage(message: JsonObject, result: string | undefined): string {
  if (result === undefined) return writeJson(message);
  return `{"jsonrpc":"2.0","id":${writeJson(message.id ?? null)},"result":${result}}`;
}

/** The `_meta` of params or a result; empty unless it is an object. */
export function metaOf(holder: JsonObject): JsonObject {
  const meta = member(holder, '_meta');
  return isJsonObject(meta) ? meta : {};
}
