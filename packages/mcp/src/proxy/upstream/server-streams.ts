import type { Id } from '../json-rpc.ts';

export const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';

/** A stream stays open until one side ends it. */
export const FOREVER_MS = 2 ** 31 - 1;

/** The key of one stream of one server. */
export function streamKey(server: string, id: Id): string {
  return JSON.stringify([server, id]);
}
