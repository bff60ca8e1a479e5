import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { Json, JsonObject } from '@toolmark/core';

/** A message as the SDK can work with it: it knows no integers beyond 2^53. No snapshot is ever made from this copy. */
export function sdkCopy(message: JsonObject): JSONRPCMessage {
  return plain(message) as JSONRPCMessage;
}

/** What the SDK gets in place of a message that is ours: for an answer, just that its request is over. */
export function stubFor({ id, method }: JsonObject): JSONRPCMessage {
  return typeof method === 'string' ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', id: Number(id), result: {} };
}

function plain(value: Json): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}
