import type { FetchLike } from '@modelcontextprotocol/client';
import { isJsonObject, readJson, ToolmarkError } from '@toolmark/core';
import { serverError } from './codes.ts';
import { EventReader, type StreamEvent, writeEvent } from './event-stream.ts';
import type { Inbox, Received } from './inbox.ts';
import { sdkCopy, stubFor } from './sdk-copy.ts';

/** More of an error page than this is never looked at. */
const MAX_ERROR_BYTES = 64 * 1024;

/** A `fetch` for the HTTP transport of the SDK that hands every message to the inbox first, read strictly from its bytes. */
export function strictFetch(fetcher: FetchLike, inbox: Inbox, maxBytes: number): FetchLike {
  return async (url, init) => {
    const response = await fetcher(url, init);
    if (response.body === null || response.status === 202) return response;
    // Whatever a server says to a notification, nobody waits for it.
    if (!expectsAnswer(init)) return remade(response, await readStart(response, MAX_ERROR_BYTES));
    const type = mediaType(response);
    if (response.ok && type === 'text/event-stream') return strictEvents(response, response.body, inbox, maxBytes);
    if (response.ok && type === 'application/json') {
      return failing(inbox, async () => strictBody(response, await readBody(response, maxBytes), inbox));
    }
    const start = await readStart(response, MAX_ERROR_BYTES);
    return mayExplain(response) ? errorPage(response, start, inbox) : remade(response, start);
  };
}

/** Whether a request went out, or the stream of events was opened. */
function expectsAnswer(init: RequestInit | undefined): boolean {
  if (typeof init?.body !== 'string') return init?.method !== 'DELETE';
  const sent = readJson(new TextEncoder().encode(init.body), { maxBytes: Number.MAX_SAFE_INTEGER });
  return isJsonObject(sent) && Object.hasOwn(sent, 'id') && Object.hasOwn(sent, 'method');
}

function mediaType(response: Response): string {
  return (response.headers.get('content-type') ?? '').split(';', 1).join('').trim().toLowerCase();
}

/** Lets a refusal end the whole connection: the SDK would report it and wait for another answer. */
async function failing<T>(inbox: Inbox, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ToolmarkError) inbox.fail(error);
    throw error;
  }
}

function strictBody(response: Response, bytes: Uint8Array, inbox: Inbox): Response {
  const messages = inbox.readAll(bytes);
  if (messages.length === 0) {
    throw serverError('server.not-mcp', 'The answer is JSON but no message of MCP. Check the path of the address.');
  }
  const copies = messages.map(message => handOver(message, inbox));
  return remade(response, JSON.stringify(copies.length === 1 ? copies[0] : copies));
}

function handOver(received: Received, inbox: Inbox): object {
  return inbox.take(received) ? stubFor(received.message) : sdkCopy(received.message);
}

function strictEvents(response: Response, body: ReadableStream, inbox: Inbox, maxBytes: number): Response {
  const ready: string[] = [];
  const reader = new EventReader(maxBytes, event => {
    for (const text of rewrite(event, inbox)) ready.push(text);
  });
  const encoder = new TextEncoder();
  const pass = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) =>
      failing(inbox, async () => {
        // What nobody can take yet stays with the server, not in our memory.
        if (inbox.paused !== undefined) await inbox.paused;
        reader.push(chunk);
        for (const text of ready.splice(0)) controller.enqueue(encoder.encode(text));
      }),
  });
  return remade(response, body.pipeThrough(pass));
}

/** The events the SDK reads in place of this one. */
function rewrite(event: StreamEvent, inbox: Inbox): string[] {
  if (event.data === '' || event.type !== 'message') return [writeEvent(event)];
  if (event.data.trimStart().startsWith('[')) {
    throw serverError('server.malformed', 'An event holds a batch of messages: clients would not agree about it.');
  }
  const messages = inbox.readAll(new TextEncoder().encode(event.data));
  return messages.map(message => writeEvent({ ...event, data: JSON.stringify(handOver(message, inbox)) }));
}

/** Servers may deny a request by status and still say in JSON-RPC what they mean, as in "method not found". */
function mayExplain({ status }: Response): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 403;
}

/** Errors alone are believed: where the status says that there is no result, no client takes one. */
function errorPage(response: Response, bytes: Uint8Array, inbox: Inbox): Response {
  try {
    const taken = inbox
      .readAll(bytes)
      .filter(received => !Object.hasOwn(received.message, 'result') && inbox.take(received));
    if (taken.length > 0) return new Response(null, { status: 202 });
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    // An error page is no message, and what it says is not believed: its status counts.
  }
  return remade(response, bytes);
}

function remade(response: Response, body: string | Uint8Array | ReadableStream): Response {
  const headers = new Headers(response.headers);
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) headers.delete(name);
  const { status, statusText } = response;
  return new Response(body, { status, statusText, headers });
}

async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const bytes = await readStart(response, maxBytes + 1);
  if (bytes.length <= maxBytes) return bytes;
  throw serverError('server.too-large', `A message is longer than ${maxBytes} bytes.`);
}

/** At most so many bytes of a body; the rest is not fetched. */
async function readStart(response: Response, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    size += part.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(parts, size).subarray(0, maxBytes);
}
