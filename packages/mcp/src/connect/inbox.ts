import { isJsonObject, type JsonObject, readJson, ToolmarkError } from '@toolmark/core';
import { serverError } from './codes.ts';
import { refuseTwins } from './refuse-twins.ts';

/** Where a transport delivers what a server wrote, before any library sees it. */
export interface Inbox {
  /** Set once the connection can no longer be trusted or used. */
  readonly failure: ToolmarkError | undefined;
  /** One message from its bytes, or undefined when they hold JSON that is no message at all. */
  read(bytes: Uint8Array): JsonObject | undefined;
  /** The messages of one text: a single one, or those of a batch. */
  readAll(bytes: Uint8Array): JsonObject[];
  /** Whether the message is dealt with, so that nobody else need see it. */
  take(message: JsonObject): boolean;
  fail(error: ToolmarkError): void;
}

const ENVELOPE = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];

/** The objects of one text that pass for messages, read strictly; two spellings of one member are refused. */
export function readMessages(
  bytes: Uint8Array,
  maxBytes: number,
  isMessage: (object: JsonObject) => boolean,
): JsonObject[] {
  const value = readStrictly(bytes, maxBytes);
  const messages = (Array.isArray(value) ? value : [value]).filter(one => isJsonObject(one) && isMessage(one));
  for (const message of messages) refuseTwins(message, 'a message', ENVELOPE);
  return messages;
}

function readStrictly(bytes: Uint8Array, maxBytes: number): unknown {
  try {
    return readJson(bytes, { maxBytes });
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    const code = error.code === 'json.too-large' ? 'server.too-large' : 'server.unreadable';
    throw serverError(code, `A message of the server was refused (${error.code}): ${error.message}`, error);
  }
}
