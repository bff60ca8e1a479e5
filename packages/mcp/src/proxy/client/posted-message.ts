import type { IncomingMessage } from 'node:http';
import { isJsonObject, type JsonObject, readJson, ToolmarkError } from '@toolmark/core';
import { PARSE_ERROR } from '../../connect/json-rpc-codes.ts';
import { type Parsed, parseMessage } from '../json-rpc.ts';
import { HttpRefusal } from './http-refusal.ts';

export interface PostedMessage {
  readonly message: JsonObject;
  readonly parsed: Parsed;
}

/** Reads the one message of a POST, or throws an `HttpRefusal`. */
export async function readPostedMessage(request: IncomingMessage, maxBytes: number): Promise<PostedMessage> {
  refuseType(request);
  const body = await readBody(request, maxBytes);
  const message = parse(body, maxBytes);
  if (Array.isArray(message)) throw new HttpRefusal(400, 'Batches are not supported. Send one message per request.');
  const parsed = isJsonObject(message) ? parseMessage(message) : undefined;
  if (!isJsonObject(message) || parsed === undefined) throw new HttpRefusal(400, 'Not a valid MCP message.');
  return { message, parsed };
}

function refuseType({ headers }: IncomingMessage): void {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') {
    throw new HttpRefusal(415, 'The Content-Type must be application/json.');
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw new HttpRefusal(415, 'Compressed bodies are not supported.');
}

async function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = new HttpRefusal(413, `A message is longer than ${maxBytes} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(body: Uint8Array, maxBytes: number): unknown {
  try {
    return readJson(body, { maxBytes });
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    throw new HttpRefusal(400, error.message, { code: PARSE_ERROR });
  }
}
