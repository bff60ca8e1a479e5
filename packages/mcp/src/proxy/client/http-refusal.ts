import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type Json, writeJson } from '@toolmark/core';
import { INVALID_REQUEST } from '../../connect/json-rpc-codes.ts';
import { errorAnswer, type Id, RpcError } from '../json-rpc.ts';

interface Details {
  readonly code?: number;
  readonly data?: Json;
  readonly headers?: OutgoingHttpHeaders;
}

/** A request refused before it reaches a session. */
export class HttpRefusal extends Error {
  override readonly name: string = 'HttpRefusal';
  readonly status: number;
  readonly code: number;
  readonly data: Json | undefined;
  readonly headers: OutgoingHttpHeaders;

  constructor(status: number, message: string, { code = INVALID_REQUEST, data, headers = {} }: Details = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = data;
    this.headers = headers;
  }
}

/** Answers with a status and a JSON-RPC error; without an id unless the request could be read. */
export function refuse(response: ServerResponse, refusal: HttpRefusal, id?: Id): void {
  const { id: _, ...nameless } = errorAnswer(null, new RpcError(refusal.code, refusal.message, refusal.data));
  writeAnswer(response, refusal.status, writeJson(id === undefined ? nameless : { ...nameless, id }), refusal.headers);
}

export function writeAnswer(
  response: ServerResponse,
  status: number,
  json: string,
  headers: OutgoingHttpHeaders = {},
): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(json),
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(json);
}
