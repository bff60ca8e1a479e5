import type { Readable, Writable } from 'node:stream';
import { isJsonObject, type JsonObject, readKeeping, ToolmarkError } from '@toolmark/core';
import { INVALID_REQUEST, PARSE_ERROR } from '../connect/json-rpc-codes.ts';
import { LineSplitter } from '../connect/line-splitter.ts';
import { LineWriter } from '../connect/line-writer.ts';
import type { ClientLink } from './client-link.ts';
import type { Guard } from './guard.ts';
import { errorAnswer, type Id, RpcError, writeMessage } from './json-rpc.ts';

/** Serves one client on a pair of streams until it goes away, or until somebody stops it. */
export async function serveStdio(
  guard: Guard,
  { input, output }: { readonly input: Readable; readonly output: Writable },
  maxBytes: number,
  stopped: Promise<void> = new Promise(() => {}),
): Promise<void> {
  const link = new StreamLink(output);
  const session = guard.open(link);
  const refuse = (code: number, message: string): void => {
    link.send(errorAnswer(null, new RpcError(code, message)));
    void session.refused.note('', 'guard.malformed', message);
  };
  const lines = new LineSplitter(maxBytes, {
    line: bytes => {
      if (isBlank(bytes)) return;
      const read = readMessage(bytes, maxBytes, refuse);
      if (read !== undefined) session.receive(read.message, read.params);
    },
    overflow: () => refuse(PARSE_ERROR, `A message is longer than ${maxBytes} bytes.`),
  });
  await new Promise<void>(resolve => {
    input.on('data', (chunk: Buffer) => lines.push(chunk));
    input.on('end', resolve);
    input.on('error', () => resolve());
    output.on('error', () => resolve());
    output.on('close', resolve);
    void stopped.then(resolve);
  });
  input.pause();
  await guard.end(session);
}

function readMessage(
  bytes: Uint8Array,
  maxBytes: number,
  refuse: (code: number, message: string) => void,
): { readonly message: JsonObject; readonly params: string | undefined } | undefined {
  try {
    const { value: message, text, isPlain } = readKeeping(bytes, 'params', { maxBytes });
    // What is decided about numbers is about those that the server will read.
    if (isJsonObject(message)) return { message, params: isPlain ? text : undefined };
    refuse(INVALID_REQUEST, 'A message is one object.');
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    refuse(PARSE_ERROR, error.message);
  }
  return undefined;
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every(byte => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

/** Characters that may wait for a client before servers have to. */
const MAX_WAITING = 1024 * 1024;

class StreamLink implements ClientLink {
  onDrain: (() => void) | undefined;
  private readonly output: Writable;
  private readonly writer: LineWriter;

  constructor(output: Writable) {
    this.output = output;
    this.writer = new LineWriter(output);
    output.on('drain', () => this.onDrain?.());
  }

  get isFull(): boolean {
    return this.output.writableNeedDrain || this.writer.waiting > MAX_WAITING;
  }

  send(message: JsonObject, _about?: Id, result?: string): void {
    this.writer.write(writeMessage(message, result));
  }
}
