import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { isJsonObject, type JsonObject, member } from '@toolmark/core';
import { EventWriter, type WriterSettings } from './event-writer.ts';
import { writeAnswer } from './http-refusal.ts';
import { writeMessage } from './json-rpc.ts';

export interface ExchangeSettings extends WriterSettings {
  readonly headers?: (answer: JsonObject | undefined) => OutgoingHttpHeaders;
  readonly statusOf?: (answer: JsonObject) => number;
  /** The caller has gone before it had the answer. */
  readonly onLost: () => void;
  readonly onDrain?: () => void;
}

/** A request on its way: answered with plain JSON where nothing comes first, else with events that the answer ends. */
export class Exchange {
  private readonly response: ServerResponse;
  private readonly settings: ExchangeSettings;
  private readonly timer: NodeJS.Timeout;
  private writer: EventWriter | undefined;

  constructor(response: ServerResponse, settings: ExchangeSettings) {
    this.response = response;
    this.settings = settings;
    // Callers give up on a response without headers, but wait for a stream.
    this.timer = setTimeout(() => this.stream(), settings.keepAliveMs).unref();
    response.on('drain', () => settings.onDrain?.());
    response.on('close', () => {
      clearTimeout(this.timer);
      if (!response.writableEnded) settings.onLost();
    });
  }

  get isFull(): boolean {
    return this.writer?.isFull === true;
  }

  /** Something on the way to the answer. */
  send(message: JsonObject): void {
    this.stream().send(message);
  }

  answer(message: JsonObject, result?: string): void {
    clearTimeout(this.timer);
    const { statusOf, headers } = this.settings;
    if (this.writer === undefined) {
      const text = writeMessage(message, result);
      writeAnswer(this.response, statusOf?.(message) ?? 200, text, headers?.(message));
      return;
    }
    this.writer.send(message, result);
    this.writer.end();
  }

  /** Nothing more will come. */
  end(): void {
    clearTimeout(this.timer);
    this.stream().end();
  }

  private stream(): EventWriter {
    this.writer ??= new EventWriter(this.response, this.settings, this.settings.headers?.(undefined));
    return this.writer;
  }
}

/** The code of an answer that is an error. */
export function errorCodeOf(answer: JsonObject): unknown {
  const error = member(answer, 'error');
  return error !== undefined && isJsonObject(error) ? member(error, 'code') : undefined;
}
