import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { Json, JsonObject } from '@toolmark/core';

/** A copy for the SDK, which does not support integers beyond 2^53. Snapshots are never made from it. */
export function sdkCopy(message: JsonObject): JSONRPCMessage {
  return plain(message) as JSONRPCMessage;
}

/** What the SDK gets instead of a consumed message: for a response, only that the request is done. */
export function stubFor({ id, method }: JsonObject): JSONRPCMessage {
  return typeof method === 'string' ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', id: Number(id), result: {} };
}

function plain(value: Json): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}
