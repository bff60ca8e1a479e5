import { isJsonObject, type JsonObject, type Kept, readKeeping, ToolmarkError } from '@toolmark/core';
import { serverError } from './codes.ts';
import { refuseTwins } from './refuse-twins.ts';

/** A message of a server, read strictly. */
export interface Received {
  readonly message: JsonObject;
  /** Its result as the server wrote it, where that can be passed on in one line. */
  readonly result?: string | undefined;
}

/** Where a transport delivers what a server wrote, before any library sees it. */
export interface Inbox {
  /** Set once the connection can no longer be trusted or used. */
  readonly failure: ToolmarkError | undefined;
  /** Settles when more may be read; undefined while it may. */
  readonly paused?: Promise<void> | undefined;
  /** One message from its bytes, or undefined when they hold JSON that is no message at all. */
  read(bytes: Uint8Array): Received | undefined;
  /** The messages of one text: a single one, or those of a batch. */
  readAll(bytes: Uint8Array): Received[];
  /** Whether the message is dealt with, so that nobody else need see it. */
  take(received: Received): boolean;
  fail(error: ToolmarkError): void;
}

const ENVELOPE = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];

/** The objects of one text that pass for messages, read strictly; two spellings of one member are refused. */
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
    throw serverError(code, `A message of the server was refused (${error.code}): ${error.message}`, error);
  }
}
