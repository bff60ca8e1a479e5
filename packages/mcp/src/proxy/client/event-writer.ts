import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { JsonObject } from '@toolmark/core';
import { writeMessage } from '../json-rpc.ts';

export interface WriterSettings {
  /** Interval of keep-alive comments. */
  readonly keepAliveMs: number;
  /** Bytes that may wait for a slow reader. */
  readonly maxBuffered: number;
}

/** A response as a stream of server-sent events, closed if the reader does not keep up. */
export class EventWriter {
  private readonly response: ServerResponse;
  private readonly settings: WriterSettings;
  private readonly timer: NodeJS.Timeout;
  private wasFull = false;

  constructor(response: ServerResponse, settings: WriterSettings, headers: OutgoingHttpHeaders = {}) {
    this.response = response;
    this.settings = settings;
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      ...headers,
    });
    response.flushHeaders();
    this.timer = setInterval(() => this.keepAlive(), settings.keepAliveMs).unref();
    response.on('close', () => clearInterval(this.timer));
  }

  get isFull(): boolean {
    return this.response.writableNeedDrain;
  }

  send(message: JsonObject, result?: string): void {
    this.write(`event: message\ndata: ${writeMessage(message, result)}\n\n`);
  }

  end(): void {
    clearInterval(this.timer);
    this.response.end();
  }

  private write(text: string): void {
    if (this.response.destroyed || this.response.writableEnded) return;
    if (this.response.writableLength > this.settings.maxBuffered) this.response.destroy();
    else this.response.write(text);
  }

  /** Closes the stream if the reader is behind for the second time in a row. */
  private keepAlive(): void {
    if (this.isFull && this.wasFull) this.response.destroy();
    else if (!this.isFull) this.write(':\n\n');
    this.wasFull = this.isFull;
  }
}

export const KEEP_ALIVE_MS = 15_000;

/** Two messages of maximal size may wait. */
export function writerSettings(maxBytes: number, keepAliveMs = KEEP_ALIVE_MS): WriterSettings {
  return { keepAliveMs, maxBuffered: 2 * maxBytes };
}
