import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type JsonObject, writeJson } from '@toolmark/core';

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

  send(message: JsonObject): void {
    this.write(`event: message\ndata: ${writeJson(message)}\n\n`);
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

  /** Nothing read since the last time means that nobody reads any more. */
  private keepAlive(): void {
    if (this.isFull && this.wasFull) this.response.destroy();
    else if (!this.isFull) this.write(':\n\n');
    this.wasFull = this.isFull;
  }
}
