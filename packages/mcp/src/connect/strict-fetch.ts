import type { FetchLike } from '@modelcontextprotocol/client';
import { isJsonObject, readJson, ToolmarkError } from '@toolmark/core';
import { serverError } from './codes.ts';
import { EventReader, type StreamEvent, writeEvent } from './event-stream.ts';
import type { Inbox, Received } from './inbox.ts';
import { sdkCopy, stubFor } from './sdk-copy.ts';

/** How much of an error page is read. */
const MAX_ERROR_BYTES = 64 * 1024;

/** A `fetch` for the HTTP transport of the SDK that passes every strictly parsed message to the inbox first. */
export function strictFetch(fetcher: FetchLike, inbox: Inbox, maxBytes: number): FetchLike {
  return async (url, init) => {
    const response = await fetcher(url, init);
    if (response.body === null || response.status === 202) return response;
    // The response to a notification is ignored.
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

/** True for JSON-RPC requests and for opening an event stream. */
function expectsAnswer(init: RequestInit | undefined): boolean {
  if (typeof init?.body !== 'string') return init?.method !== 'DELETE';
  const sent = readJson(new TextEncoder().encode(init.body), { maxBytes: Number.MAX_SAFE_INTEGER });
  return isJsonObject(sent) && Object.hasOwn(sent, 'id') && Object.hasOwn(sent, 'method');
}

function mediaType(response: Response): string {
  return (response.headers.get('content-type') ?? '').split(';', 1).join('').trim().toLowerCase();
}

/** Fails the whole connection on a refusal: the SDK would report it and wait for another response. */
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
    throw serverError('server.not-mcp', 'The response is JSON but not an MCP message. Check the path of the URL.');
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
        // Backpressure: unread data stays with the server, not in our memory.
        if (inbox.paused !== undefined) await inbox.paused;
        reader.push(chunk);
        for (const text of ready.splice(0)) controller.enqueue(encoder.encode(text));
      }),
  });
  return remade(response, body.pipeThrough(pass));
}

/** The events the SDK reads instead of this one. */
function rewrite(event: StreamEvent, inbox: Inbox): string[] {
  if (event.data === '' || event.type !== 'message') return [writeEvent(event)];
  if (event.data.trimStart().startsWith('[')) {
    throw serverError(
      'server.malformed',
      'An event contains a batch of messages. Clients would interpret it differently.',
    );
  }
  const messages = inbox.readAll(new TextEncoder().encode(event.data));
  return messages.map(message => writeEvent({ ...event, data: JSON.stringify(handOver(message, inbox)) }));
}

/** The body of a client error may be a JSON-RPC error, such as "method not found". */
function mayExplain({ status }: Response): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 403;
}

/** Accepts only JSON-RPC errors: no client takes a result from an error status. */
function errorPage(response: Response, bytes: Uint8Array, inbox: Inbox): Response {
  try {
    const taken = inbox
      .readAll(bytes)
      .filter(received => !Object.hasOwn(received.message, 'result') && inbox.take(received));
    if (taken.length > 0) return new Response(null, { status: 202 });
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    // Not a JSON-RPC message: only the status counts.
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
  throw serverError('server.too-large', `A message exceeds ${maxBytes} bytes.`);
}

/** Reads at most `maxBytes` of a body. */
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
