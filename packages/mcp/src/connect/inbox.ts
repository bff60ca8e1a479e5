import { isJsonObject, type JsonObject, ToolmarkError } from '@toolmark/core';
import { type Kept, readKeeping } from '@toolmark/core/json';
import { serverError } from './codes.ts';
import { refuseTwins } from './refuse-twins.ts';

/** A strictly parsed message of a server. */
export interface Received {
  readonly message: JsonObject;
  /** The result as the server wrote it, if it can be forwarded on one line. */
  readonly result?: string | undefined;
}

/** Receives messages of a server before the SDK does. */
export interface Inbox {
  /** Set when the connection can no longer be used. */
  readonly failure: ToolmarkError | undefined;
  /** Resolves when reading may continue; undefined while it may. */
  readonly paused?: Promise<void> | undefined;
  /** Parses one message; undefined for JSON that is not a message. */
  read(bytes: Uint8Array): Received | undefined;
  /** Parses a message or a batch. */
  readAll(bytes: Uint8Array): Received[];
  /** Returns whether the message was consumed and must not reach the SDK. */
  take(received: Received): boolean;
  fail(error: ToolmarkError): void;
}

const ENVELOPE = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];

/** Strictly parses the messages of one text. Refuses case variants of a member. */
export function readMessages(
  bytes: Uint8Array,
  maxBytes: number,
  isMessage: (object: JsonObject) => boolean,
): Received[] {
  const { value, text } = readStrictly(bytes, maxBytes);
  const messages = (Array.isArray(value) ? value : [value]).filter(one => isJsonObject(one) && isMessage(one));
  for (const message of messages) refuseTwins(message, 'a message', ENVELOPE);
  return messages.map(message => ({ message, result: text }));
}

function readStrictly(bytes: Uint8Array, maxBytes: number): Kept {
  try {
    return readKeeping(bytes, 'result', { maxBytes });
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    const code = error.code === 'json.too-large' ? 'server.too-large' : 'server.unreadable';
    throw serverError(code, `Invalid message from the server (${error.code}): ${error.message}`, error);
  }
}
