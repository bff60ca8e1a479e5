import type { Readable, Writable } from 'node:stream';
import { isJsonObject, type JsonObject, ToolmarkError } from '@toolmark/core';
import { readKeeping } from '@toolmark/core/json';
import { INVALID_REQUEST, PARSE_ERROR } from '../../connect/json-rpc-codes.ts';
import { LineSplitter } from '../../connect/line-splitter.ts';
import { writeLine } from '../../connect/write-line.ts';
import { writeRefusal } from '../decide/refused-messages.ts';
import type { Guard } from '../guard.ts';
import { errorAnswer, type Id, RpcError, writeMessage } from '../json-rpc.ts';
import type { ClientLink } from './client-link.ts';

/** Serves one client on a pair of streams until it leaves or `stopped` resolves. */
export async function serveStdio(
  guard: Guard,
  { input, output }: { readonly input: Readable; readonly output: Writable },
  maxBytes: number,
  stopped: Promise<void> = new Promise(() => {}),
): Promise<void> {
  const link = new StreamLink(output);
  const client = guard.open(link);
  const refuse = (code: number, message: string): void => {
    link.send(errorAnswer(null, new RpcError(code, message)));
    void writeRefusal(client.session, '', 'guard.malformed', message);
  };
  const lines = new LineSplitter(maxBytes, {
    line: bytes => {
      if (isBlank(bytes)) return;
      const read = readMessage(bytes, maxBytes, refuse);
      if (read !== undefined) client.receive(read.message, read.params);
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
  await guard.end(client);
}

function readMessage(
  bytes: Uint8Array,
  maxBytes: number,
  refuse: (code: number, message: string) => void,
): { readonly message: JsonObject; readonly params: string | undefined } | undefined {
  try {
    const { value: message, text, isPlain } = readKeeping(bytes, 'params', { maxBytes });
    // The server must read the same numbers that the decision was about.
    if (isJsonObject(message)) return { message, params: isPlain ? text : undefined };
    refuse(INVALID_REQUEST, 'A message must be a JSON object.');
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    refuse(PARSE_ERROR, error.message);
  }
  return undefined;
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every(byte => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

class StreamLink implements ClientLink {
  onDrain: (() => void) | undefined;
  private readonly output: Writable;

  constructor(output: Writable) {
    this.output = output;
    output.on('drain', () => this.onDrain?.());
  }

  get isFull(): boolean {
    return this.output.writableNeedDrain;
  }

  send(message: JsonObject, _about?: Id, result?: string): void {
    writeLine(this.output, writeMessage(message, result));
  }
}
