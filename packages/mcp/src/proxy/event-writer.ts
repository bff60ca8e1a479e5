import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { JsonObject } from '@toolmark/core';
import { writeMessage } from './json-rpc.ts';

export interface WriterSettings {
  /** How often a quiet stream shows that it is alive. */
  readonly keepAliveMs: number;
  /** What may wait for a reader that does not read. */
  readonly maxBuffered: number;
}

/** A response as a stream of server-sent events. A reader that does not keep up loses it. */
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

  /** Who was behind the last time and is behind now does not keep up, or does not read any more. */
  private keepAlive(): void {
    if (this.isFull && this.wasFull) this.response.destroy();
    else if (!this.isFull) this.write(':\n\n');
    this.wasFull = this.isFull;
  }
}

/** A reader that is behind at two looks in a row has lost its stream. */
export const KEEP_ALIVE_MS = 15_000;

/** Two of the longest messages may wait. */
export function writerSettings(maxBytes: number, keepAliveMs = KEEP_ALIVE_MS): WriterSettings {
  return { keepAliveMs, maxBuffered: 2 * maxBytes };
}
